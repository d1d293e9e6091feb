// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.KeyRecord;
import java.util.concurrent.CompletionStage;

/**
 * A claim that meets an expired record deletes the key, whatever is there by now, and inserts its own. In the
 * field it deletes the fresh record of a retry that was faster.
 */
@Breaks("T11")
public final class DeletesExpiredWithoutCondition extends OpenStore {

    private final Rendezvous rendezvous = new Rendezvous();

    public DeletesExpiredWithoutCondition(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        KeyRecord seen = shelf.records().get(slot(claim.id()));
        if (seen == null || !seen.expiredAt(now())) {
            return super.claim(claim);
        }
        rendezvous.meet(seen, 2);
        synchronized (rendezvous) {
            shelf.records().remove(slot(claim.id()));
            return super.claim(claim);
        }
    }
}
