// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import java.time.Instant;
import java.time.InstantSource;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Virtual time and everything that is still to happen, on one thread. The store's clock is this one. */
final class Loop implements InstantSource {

    static final Instant FIRST = Instant.parse("2025-01-01T00:00:00Z");

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long sequence;

    /** Has the task happen after the delay; in a process, if one is given, and then only if that still lives. */
    Event after(long delay, @Nullable Host host, Runnable task) {
        Event event = new Event(now + Math.max(0, delay), sequence++, host, task);
        events.add(event);
        return event;
    }

    /** Lets the next thing happen; false when nothing is left. */
    boolean step() {
        Event next = events.poll();
        if (next == null) {
            return false;
        }
        if (next.isDropped()) {
            return true;
        }
        if (next.isDeferred()) {
            events.add(next);
            return true;
        }
        now = Math.max(now, next.nanos());
        next.run();
        return true;
    }

    long now() {
        return now;
    }

    @Override
    public Instant instant() {
        return FIRST.plusNanos(now);
    }
}
