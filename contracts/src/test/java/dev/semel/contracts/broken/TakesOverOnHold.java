// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Takes a doubtful record over although the claim says HOLD. In the field a payment that waits for an operator is
 * run again.
 */
@Breaks("R16")
public final class TakesOverOnHold extends OpenStore {

    public TakesOverOnHold(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Claim taking = new Claim(
                claim.id(),
                claim.fingerprint(),
                claim.claimId(),
                claim.lease(),
                claim.maxDuration(),
                claim.retention(),
                OnDoubt.TAKE,
                claim.rerunBelow(),
                claim.keyAge());
        return super.onClaim(record, taking, now);
    }
}
