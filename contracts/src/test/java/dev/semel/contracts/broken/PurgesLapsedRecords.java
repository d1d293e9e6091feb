// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.KeyRecord;
import java.time.Instant;

/**
 * A purge removes what has no live lease. In the field an attempt that paused for longer than its lease loses its
 * record, and the retry does not know that it is the second.
 */
@Breaks("T26")
public final class PurgesLapsedRecords extends OpenStore {

    public PurgesLapsedRecords(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected boolean isPurged(KeyRecord record, Instant now) {
        return super.isPurged(record, now) || record.lapsedAt(now);
    }
}
