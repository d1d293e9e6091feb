// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.state.KeyRecord;
import java.time.Duration;
import java.time.Instant;

/** Redis' time: whole milliseconds since 1970, in six bytes. */
final class Millis {

    /** What a record without expiry has instead of one: the largest number of six bytes. */
    static final long NEVER = (1L << 48) - 1;

    /** So many bytes an instant takes. */
    static final int BYTES = 6;

    private static final int NANOS = 1_000_000;

    private Millis() {}

    /** The length, rounded up: nothing ends earlier than it was asked to. */
    static long of(Duration duration) {
        long whole = duration.toMillis();
        return duration.toNanosPart() % NANOS == 0 ? whole : whole + 1;
    }

    static Instant instant(long millis) {
        return millis == NEVER ? KeyRecord.NEVER : Instant.ofEpochMilli(millis);
    }
}
