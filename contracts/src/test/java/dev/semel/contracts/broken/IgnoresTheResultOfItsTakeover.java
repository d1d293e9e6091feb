// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.util.concurrent.CompletionStage;

/**
 * Takes over with a conditional write, and does not look whether it succeeded. In the field two retries of a
 * crashed request both run it.
 */
@Breaks("T4")
public final class IgnoresTheResultOfItsTakeover extends OpenStore {

    private final Rendezvous rendezvous = new Rendezvous();

    public IgnoresTheResultOfItsTakeover(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        KeyRecord seen = shelf.records().get(slot(claim.id()));
        Decision<ClaimAnswer> decision = onClaim(seen, claim, now());
        if (seen == null || decision.write() == null) {
            return super.claim(claim);
        }
        rendezvous.meet(claim.id(), 2);
        shelf.records().replace(slot(claim.id()), seen, decision.write());
        return done(decision.answer());
    }
}
