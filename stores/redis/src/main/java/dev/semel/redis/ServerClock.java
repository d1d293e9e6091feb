// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What Redis' clock shows by now, from when it was last heard and the monotonic time since then. It dates records and
 * answers of native commands, which bring no time along; it decides nothing (R12). In a cluster it is the clock of the
 * node that was heard last.
 *
 * <p>Safe for use by several threads.
 */
final class ServerClock {

    private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long STALE_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long STEP_MILLIS = 50;
    private static final long NANOS = 1_000_000;

    private record Reading(long millis, long nanos) {}

    private final AtomicLong asked = new AtomicLong(System.nanoTime());
    private volatile Reading last;

    ServerClock(long millis) {
        this.last = new Reading(millis, System.nanoTime());
    }

    long millis() {
        return millis(System.nanoTime());
    }

    /** The same for a caller who knows what the monotonic clock shows. */
    long millis(long nanos) {
        Reading reading = last;
        return reading.millis + (nanos - reading.nanos) / NANOS;
    }

    /** Takes a reading that came along with an answer; most are as good as what is known. */
    void heard(long millis) {
        long nanos = System.nanoTime();
        Reading reading = last;
        boolean fresh = nanos - reading.nanos < FRESH_NANOS;
        if (!fresh || Math.abs(millis - millis(nanos)) > STEP_MILLIS) {
            last = new Reading(millis, nanos);
        }
    }

    /** Whether the caller should ask: nothing was heard for long, and nobody else has just gone to ask. */
    boolean isToBeAsked(long nanos) {
        long before = asked.get();
        return nanos - last.nanos > STALE_NANOS && nanos - before > STALE_NANOS && asked.compareAndSet(before, nanos);
    }
}
