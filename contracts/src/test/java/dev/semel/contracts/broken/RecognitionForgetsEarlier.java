// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A rerun whose claim is sent again gets a new expiry with its new lease, also where the older answer was to be kept for
 * longer. In the field the operation's retention was shortened together with the new version, and an answer that was
 * promised for days is gone in hours.
 */
@Breaks("R20")
public final class RecognitionForgetsEarlier extends OpenStore {

    public RecognitionForgetsEarlier(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
        KeyRecord write = decision.write();
        if (record == null || write == null || write.answer() == null || !isItsOwn(record, claim)) {
            return decision;
        }
        Edit edit = new Edit(write);
        edit.expiresAt = write.leaseUntil().plus(claim.retention());
        return edit.granted(now);
    }

    private static boolean isItsOwn(KeyRecord record, Claim claim) {
        return record.state() == State.IN_PROGRESS && record.claimId().equals(claim.claimId());
    }
}
