// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that runs by itself, like a server's, and can be set forward on top of that. */
public final class RunningClock implements InstantSource {

    private final Instant start = Instant.parse("2025-01-01T00:00:00Z");
    private final long startNanos = System.nanoTime();
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

    @Override
    public Instant instant() {
        return start.plusNanos(System.nanoTime() - startNanos).plus(ahead.get());
    }

    public void advance(Duration duration) {
        ahead.updateAndGet(present -> present.plus(duration));
    }
}
