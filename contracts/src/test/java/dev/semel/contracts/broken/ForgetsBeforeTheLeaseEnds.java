// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record in progress expires with its maximum duration and retention, also where its lease is longer. In the field the
 * key is forgotten while its attempt runs.
 */
@Breaks("R5")
public final class ForgetsBeforeTheLeaseEnds extends OpenStore {

    public ForgetsBeforeTheLeaseEnds(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
        if (decision.write() == null) {
            return decision;
        }
        Edit early = new Edit(decision.write());
        early.expiresAt = now.plus(claim.maxDuration()).plus(claim.retention());
        return early.granted(now);
    }
}
