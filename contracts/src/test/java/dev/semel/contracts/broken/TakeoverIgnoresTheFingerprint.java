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
 * A takeover does not compare the payload. In the field a reused key charges another amount, and the doubt about
 * the first is forgotten.
 */
@Breaks("R6")
public final class TakeoverIgnoresTheFingerprint extends OpenStore {

    public TakeoverIgnoresTheFingerprint(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        boolean doubtful = record != null && (record.state() == State.IN_DOUBT || record.lapsedAt(now));
        if (!doubtful) {
            return super.onClaim(record, claim, now);
        }
        Edit same = new Edit(record);
        same.fingerprint = claim.fingerprint();
        return super.onClaim(same.record(), claim, now);
    }
}
