// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The answers of a batch come in the order in which the database returned its rows. In the field a living attempt
 * is told that it lost, and a dead one that it lives.
 */
@Breaks("R9")
public final class RenewsInAnyOrder extends OpenStore {

    public RenewsInAnyOrder(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return super.renew(batch).thenApply(answers -> answers.stream().sorted().toList());
    }
}
