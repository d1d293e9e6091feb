// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A doubt under HOLD expires like any record. In the field a payment that nobody settled over the holidays is free
 * to run again.
 */
@Breaks("R5")
public final class HeldDoubtExpires extends OpenStore {

    public HeldDoubtExpires(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        Decision<FinishAnswer> decision = super.onFinish(record, finish, now);
        if (decision.write() == null || !decision.write().expiresAt().equals(KeyRecord.NEVER)) {
            return decision;
        }
        Edit mortal = new Edit(decision.write());
        mortal.expiresAt = now.plus(finish.retention());
        return mortal.applied(now);
    }
}
