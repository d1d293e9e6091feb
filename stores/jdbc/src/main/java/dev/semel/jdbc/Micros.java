// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.KeyRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Instants and durations as databases keep them here: whole microseconds, since 1970 by the store's clock. */
final class Micros {

    /** How {@link KeyRecord#NEVER} is kept. */
    static final long NEVER = Long.MAX_VALUE;

    private static final long PER_SECOND = 1_000_000;
    private static final int NANOS = 1_000;

    private Micros() {}

    static long of(Duration duration) {
        return duration.getSeconds() * PER_SECOND + duration.getNano() / NANOS;
    }

    static long of(Instant instant) {
        return instant.equals(KeyRecord.NEVER)
                ? NEVER
                : instant.getEpochSecond() * PER_SECOND + instant.getNano() / NANOS;
    }

    static Instant instant(long micros) {
        return micros == NEVER ? KeyRecord.NEVER : Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
