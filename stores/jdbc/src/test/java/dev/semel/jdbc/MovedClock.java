// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** The store's own clock, set forward by hand on top of that. */
final class MovedClock {

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

    InstantSource from(Instant latest) {
        SqliteClock running = new SqliteClock(Instant.parse("2025-01-01T00:00:00Z"), latest);
        return () -> running.instant().plus(ahead.get());
    }

    void advance(Duration duration) {
        ahead.updateAndGet(present -> present.plus(duration));
    }
}
