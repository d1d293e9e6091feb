// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A takeover keeps the attempt's number. In the field the handler believes to be the first, and a fence downstream
 * lets both pass.
 */
@Breaks("R10")
public final class AttemptIsNotIncremented extends OpenStore {

    public AttemptIsNotIncremented(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
        if (record == null || decision.write() == null || decision.write().attempt() <= record.attempt()) {
            return decision;
        }
        Edit same = new Edit(decision.write());
        same.attempt = record.attempt();
        return same.granted(now);
    }
}
