// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An expired record is written over, and its birth is left where it was. In the field an upsert does that which names the
 * columns to set, and forgets one: the console shows a key of today that was made a year ago.
 */
@Breaks("R3")
public final class KeepsTheOldBirthday extends OpenStore {

    public KeepsTheOldBirthday(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
        if (record == null || present(record, now) != null || decision.write() == null) {
            return decision;
        }
        Edit reborn = new Edit(decision.write());
        reborn.createdAt = record.createdAt();
        return reborn.granted(now);
    }
}
