// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A renewal moves the lease and not the expiry. In the field an attempt that runs longer than foreseen loses its
 * record while it runs.
 */
@Breaks({"R5", "R13"})
public final class RenewalLeavesTheExpiry extends OpenStore {

    public RenewalLeavesTheExpiry(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<RenewAnswer> onRenew(@Nullable KeyRecord record, Renewal renewal, Instant now) {
        Decision<RenewAnswer> decision = super.onRenew(record, renewal, now);
        if (record == null || decision.write() == null) {
            return decision;
        }
        Edit renewed = new Edit(decision.write());
        renewed.expiresAt = record.expiresAt();
        return new Decision<>(decision.answer(), renewed.record());
    }
}
