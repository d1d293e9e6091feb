// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A renewal reads the record, changes the lease in Java and writes it back. In the field a heartbeat that crosses
 * the completion writes the record in progress over the saved answer.
 */
@Breaks({"R1", "T25"})
public final class RenewalLooksThenWrites extends OpenStore {

    private final Rendezvous looked = new Rendezvous(Duration.ofMillis(300));
    /** All renewals must still wait when the one that ends comes, however late a busy machine lets it. */
    private final Rendezvous ended = new Rendezvous(Duration.ofSeconds(3));

    public RenewalLooksThenWrites(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        looked.hear(finish.claimId());
        CompletionStage<FinishAnswer> answer = super.finish(finish);
        ended.tell(finish.claimId());
        return answer;
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        List<RenewAnswer> answers = new ArrayList<>();
        for (Renewal renewal : batch) {
            Decision<RenewAnswer> decision = onRenew(shelf.records().get(slot(renewal.id())), renewal, now());
            looked.tell(renewal.claimId());
            ended.hear(renewal.claimId());
            if (decision.write() != null) {
                shelf.records().put(slot(renewal.id()), decision.write());
            }
            answers.add(decision.answer());
        }
        return done(answers);
    }
}
