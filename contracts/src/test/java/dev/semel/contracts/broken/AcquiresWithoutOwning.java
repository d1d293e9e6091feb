// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.Reason;
import java.util.concurrent.CompletionStage;

/**
 * Says 'acquired' although the insert found somebody else's row. In the field both callers of a new key run.
 */
@Breaks("T5")
public final class AcquiresWithoutOwning extends OpenStore {

    private final Rendezvous rendezvous = new Rendezvous();

    public AcquiresWithoutOwning(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        Decision<ClaimAnswer> decision = onClaim(shelf.records().get(slot(claim.id())), claim, now());
        boolean created = decision.answer() instanceof ClaimAnswer.Granted granted
                && granted.sighting().record().reason() == Reason.FIRST;
        if (!created) {
            return super.claim(claim);
        }
        rendezvous.meet(claim.id(), 2);
        shelf.records().putIfAbsent(slot(claim.id()), decision.write());
        return done(decision.answer());
    }
}
