// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Settles a record whatever its lease. In the field an operator frees a key whose request still runs.
 */
@Breaks("R16")
public final class SettlesTheLiving extends OpenStore {

    public SettlesTheLiving(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected Decision<SettleAnswer> onSettle(@Nullable KeyRecord record, Settle settle, Instant now) {
        boolean live = record != null && record.leaseLiveAt(now);
        if (!live) {
            return super.onSettle(record, settle, now);
        }
        Edit lapsed = new Edit(record);
        lapsed.leaseUntil = now;
        return super.onSettle(lapsed.record(), settle, now);
    }
}
