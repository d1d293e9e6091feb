// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import java.util.concurrent.CompletionStage;

/**
 * Looks first and writes second, without looking again. In the field two retries that arrive together both find
 * the key free, and both charge the card.
 */
@Breaks("T2")
public final class LooksThenWrites extends OpenStore {

    private final Rendezvous rendezvous = new Rendezvous();

    public LooksThenWrites(Shelf shelf) {
        super(shelf);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        Decision<ClaimAnswer> decision = onClaim(shelf.records().get(slot(claim.id())), claim, now());
        rendezvous.meet(claim.id(), 2);
        if (decision.write() != null) {
            shelf.records().put(slot(claim.id()), decision.write());
        }
        return done(decision.answer());
    }
}
