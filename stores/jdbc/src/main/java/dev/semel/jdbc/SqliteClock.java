// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * The clock of the process that owns a file: the wall clock as it was at the start, carried on by the monotonic one, and
 * never earlier than what the file has seen (R12). Steps of the wall clock change nothing, neither while the process runs
 * nor between two runs.
 */
final class SqliteClock implements InstantSource {

    private final Instant start;
    private final long startNanos = System.nanoTime();

    SqliteClock(Instant wall, Instant latest) {
        this.start = wall.isBefore(latest) ? latest : wall;
    }

    /** Starts now, or at the latest instant in the file if that is later. */
    static SqliteClock from(Instant latest) {
        return new SqliteClock(Instant.now(), latest);
    }

    /** In whole microseconds, as the file keeps it. */
    @Override
    public Instant instant() {
        return start.plusNanos(System.nanoTime() - startNanos).truncatedTo(ChronoUnit.MICROS);
    }
}
