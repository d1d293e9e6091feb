// SPDX-License-Identifier: Apache-2.0
package dev.semel.memory;

import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Map;

/** Removes what has expired from the shelves, and sees when the next of them expires. */
final class Sweep {

    private final Shelves records;
    private final Doubts doubts;
    private final Instant now;
    private Instant next = Instant.MAX;
    private int removed;

    Sweep(Shelves records, Doubts doubts, Instant now) {
        this.records = records;
        this.doubts = doubts;
        this.now = now;
    }

    /** Goes over these; true when it stopped because so many were removed, and there may be more. */
    boolean over(Iterator<Map.Entry<RecordId, KeyRecord>> entries, int limit) {
        while (removed < limit && entries.hasNext()) {
            Map.Entry<RecordId, KeyRecord> entry = entries.next();
            KeyRecord record = entry.getValue();
            if (!record.expiredAt(now)) {
                next = record.expiresAt().isBefore(next) ? record.expiresAt() : next;
            } else if (records.remove(entry.getKey(), record)) {
                // Only the very record that had expired: since the look the key may have been claimed anew (T11).
                removed++;
                doubts.purged(record);
            }
        }
        return removed >= limit;
    }

    int removed() {
        return removed;
    }

    /** When the next of those that it saw expires, or the end of this time from now, whichever comes first. */
    Instant nextExpiry(Duration atMost) {
        Instant latest = now.plus(atMost);
        return next.isBefore(latest) ? next : latest;
    }
}
