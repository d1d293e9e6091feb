// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What happened before an expiry stays in the history of the key's next life. In the field the column is left as it was when
 * the row is written over.
 */
@Breaks("R4")
public final class RemembersAnEarlierLife extends OpenStore {

    public RemembersAnEarlierLife(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
        if (record == null || present(record, now) != null || decision.write() == null) {
            return decision;
        }
        Edit reborn = new Edit(decision.write());
        reborn.history = record.history();
        return reborn.granted(now);
    }
}
