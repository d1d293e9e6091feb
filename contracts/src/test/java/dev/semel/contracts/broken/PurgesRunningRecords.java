// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.state.KeyRecord;
import dev.semel.state.State;
import java.time.Duration;
import java.time.Instant;

/**
 * A purge removes what was created a retention ago. In the field a long attempt loses its record while it runs.
 */
@Breaks("T26")
public final class PurgesRunningRecords extends OpenStore {

    public PurgesRunningRecords(Shelf shelf) {
        super(shelf);
    }

    @Override
    protected boolean isPurged(KeyRecord record, Instant now) {
        Instant old = record.createdAt().plus(Duration.ofHours(1));
        return super.isPurged(record, now) || (record.state() == State.IN_PROGRESS && now.isAfter(old));
    }
}
