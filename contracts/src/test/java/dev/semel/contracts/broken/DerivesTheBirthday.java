// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A takeover moves the birth of its record by a millisecond. In the field it is not stored, and derived from what remains until
 * the expiry: near enough for people, and a session whose key is made of it gets another key.
 */
@Breaks("R3")
public final class DerivesTheBirthday extends OpenStore {

    public DerivesTheBirthday(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        Decision<ClaimAnswer> decision = super.onClaim(record, claim, now);
        if (decision.write() == null || decision.write().attempt() == 1) {
            return decision;
        }
        Edit derived = new Edit(decision.write());
        derived.createdAt = derived.createdAt.plusMillis(1);
        return derived.granted(now);
    }
}
