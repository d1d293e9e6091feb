// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.History;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A takeover forgets what was before. In the field nobody can say why an order ran three times.
 */
@Breaks("R3")
public final class ForgetsTheHistory extends OpenStore {

    public ForgetsTheHistory(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
        if (decision.write() == null) {
            return decision;
        }
        Edit bare = new Edit(decision.write());
        bare.history = History.NONE;
        return bare.granted(now);
    }
}
