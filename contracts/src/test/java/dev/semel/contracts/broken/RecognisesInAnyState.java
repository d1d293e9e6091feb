// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A claim recognises its record in whatever state it is. In the field a duplicate of the claim that arrives late
 * runs the work again after its completion.
 */
@Breaks("R7")
public final class RecognisesInAnyState extends OpenStore {

    public RecognisesInAnyState(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        KeyRecord present = present(record, now);
        boolean own = present != null
                && present.state() != State.IN_PROGRESS
                && present.claimId().equals(claim.claimId());
        return own
                ? new Decision<>(new ClaimAnswer.Granted(new Sighting(present, now)), null)
                : super.onClaim(record, claim, now);
    }
}
