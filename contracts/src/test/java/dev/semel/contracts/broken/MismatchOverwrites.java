// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A claim with another payload is refused and still leaves its payload behind. In the field the rightful retry is
 * then the one that is refused.
 */
@Breaks("R6")
public final class MismatchOverwrites extends OpenStore {

    public MismatchOverwrites(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
        if (record == null || !(decision.answer() instanceof ClaimAnswer.Mismatch)) {
            return decision;
        }
        Edit overwritten = new Edit(record);
        overwritten.fingerprint = claim.fingerprint();
        return new Decision<>(decision.answer(), overwritten.record());
    }
}
