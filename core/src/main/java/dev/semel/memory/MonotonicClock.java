// SPDX-License-Identifier: Apache-2.0
package dev.semel.memory;

import java.time.Instant;
import java.time.InstantSource;

/** The wall clock as it was at the start, carried on by the monotonic one: steps of the wall clock change nothing (R12). */
final class MonotonicClock implements InstantSource {

    private final Instant start = Instant.now();
    private final long startNanos = System.nanoTime();

    @Override
    public Instant instant() {
        return start.plusNanos(System.nanoTime() - startNanos);
    }
}
