// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The payload is compared with saved answers only. In the field a key that is reused while the first request runs
 * gets a 409, and later the wrong answer.
 */
@Breaks({"R6", "T13"})
public final class FingerprintOnlyWhenFinal extends OpenStore {

    public FingerprintOnlyWhenFinal(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        boolean running = record != null && record.leaseLiveAt(now);
        if (!running) {
            return super.onClaim(record, claim, now);
        }
        Edit same = new Edit(record);
        same.fingerprint = claim.fingerprint();
        return super.onClaim(same.record(), claim, now);
    }
}
