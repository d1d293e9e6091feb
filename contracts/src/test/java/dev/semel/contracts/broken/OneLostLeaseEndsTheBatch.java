// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A batch stops at its first lost lease. In the field one fenced-out attempt lets the leases of a whole process
 * lapse.
 */
@Breaks("R9")
public final class OneLostLeaseEndsTheBatch extends OpenStore {

    public OneLostLeaseEndsTheBatch(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        List<RenewAnswer> answers = new ArrayList<>();
        boolean lost = false;
        for (Renewal renewal : batch) {
            RenewAnswer answer =
                    lost ? RenewAnswer.LOST : decide(renewal.id(), (record, now) -> onRenew(record, renewal, now));
            lost |= answer == RenewAnswer.LOST;
            answers.add(answer);
        }
        return done(answers);
    }
}
