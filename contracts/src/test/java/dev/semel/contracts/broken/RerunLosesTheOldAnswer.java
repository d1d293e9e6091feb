// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Running an older answer again throws it away at once. In the field a rerun that fails leaves the client with
 * nothing, where there was an answer.
 */
@Breaks("R20")
public final class RerunLosesTheOldAnswer extends OpenStore {

    public RerunLosesTheOldAnswer(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
        KeyRecord written = decision.write();
        if (written == null || written.reason() != Reason.OLDER_VERSION) {
            return decision;
        }
        Edit bare = new Edit(written);
        bare.answer = null;
        return bare.granted(now);
    }
}
