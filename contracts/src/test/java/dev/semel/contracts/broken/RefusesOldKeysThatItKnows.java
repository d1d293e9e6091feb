// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An old key is refused even where its record is kept. In the field a late retry gets a 410 instead of the answer
 * that is there.
 */
@Breaks("R14")
public final class RefusesOldKeysThatItKnows extends OpenStore {

    public RefusesOldKeysThatItKnows(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        boolean old = claim.keyAge() != null && claim.keyAge().exceededAt(now);
        return old ? new Decision<>(new ClaimAnswer.KeyTooOld(), null) : super.onClaim(record, claim, now);
    }
}
