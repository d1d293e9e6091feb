// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An old key is new. In the field a queue that was stuck over the weekend sends Friday's payments once more.
 */
@Breaks("R14")
public final class IgnoresTheKeysAge extends OpenStore {

    public IgnoresTheKeysAge(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Claim ageless = new Claim(
                claim.id(),
                claim.fingerprint(),
                claim.claimId(),
                claim.lease(),
                claim.maxDuration(),
                claim.retention(),
                claim.onDoubt(),
                claim.rerunBelow(),
                null);
        return super.onClaim(record, ageless, now);
    }
}
