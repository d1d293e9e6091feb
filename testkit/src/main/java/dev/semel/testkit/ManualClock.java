// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock that moves only when a test says so, and only forward: {@code MemoryStore.on(clock)} then lets a lease lapse
 * or a record expire without waiting.
 *
 * <p>Safe for use by several threads.
 */
public final class ManualClock implements InstantSource {

    private static final Instant FIRST = Instant.parse("2025-01-01T00:00:00Z");

    private Instant now;

    private ManualClock(Instant start) {
        this.now = start;
    }

    /** A clock that stands at the beginning of 2025. */
    public static ManualClock create() {
        return startingAt(FIRST);
    }

    /** A clock that stands at the given instant. */
    public static ManualClock startingAt(Instant start) {
        return new ManualClock(start);
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    /**
     * Moves the clock forward and answers the instant at which it then stands.
     *
     * @throws IllegalArgumentException if the step is negative: stores rely on a clock that never goes back
     */
    public synchronized Instant advance(Duration step) {
        if (step.isNegative()) {
            throw new IllegalArgumentException("a manual clock only moves forward, not by " + step
                    + ": to test a clock that is wrong, give two stores two clocks");
        }
        now = now.plus(step);
        return now;
    }

    /**
     * Moves the clock forward to the given instant.
     *
     * @throws IllegalArgumentException if the clock is past it already
     */
    public synchronized void advanceTo(Instant instant) {
        if (now.isAfter(instant)) {
            throw new IllegalArgumentException(
                    "a manual clock only moves forward: it stands at " + now + " and cannot go back to " + instant);
        }
        now = instant;
    }

    @Override
    public String toString() {
        return "ManualClock[" + instant() + "]";
    }
}
