// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record in flight lives as long as a saved answer. In the field a crash means a day of 409.
 */
@Breaks("T6")
public final class LeasesForTheRetention extends OpenStore {

    public LeasesForTheRetention(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Claim longer = new Claim(
                claim.id(),
                claim.fingerprint(),
                claim.claimId(),
                claim.retention(),
                claim.retention(),
                claim.retention(),
                claim.onDoubt(),
                claim.rerunBelow(),
                claim.keyAge());
        return super.onClaim(record, longer, now);
    }
}
