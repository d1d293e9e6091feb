// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Alarms that all have the same delay, and of which hardly one ever rings: the limits of calls. They are due in the order in
 * which they were set, so that a list is enough, and one real alarm for the first of them: to set and cancel a real one for
 * each call was a good part of what the engine took from the processor.
 *
 * <p>Safe for use by several threads.
 */
final class Deadlines {

    private final Timers timers;
    private final Duration delay;

    /** A ring: behind it stands the one that is due first, before it the last one. */
    private final Deadline ring = new Deadline(() -> {});

    private boolean watched;

    Deadlines(Timers timers, Duration delay) {
        this.timers = timers;
        this.delay = delay;
    }

    Duration delay() {
        return delay;
    }

    /** Runs the task after the delay, unless the alarm is cancelled before. */
    Timers.Alarm add(Runnable task) {
        Deadline added = new Deadline(task);
        boolean unwatched;
        synchronized (this) {
            added.due = timers.nanoTime() + delay.toNanos();
            added.linkBefore(ring);
            unwatched = !watched;
            watched = true;
        }
        if (unwatched) {
            timers.schedule(delay, this::look);
        }
        return added;
    }

    private void look() {
        List<Deadline> due = new ArrayList<>();
        Deadline first;
        long now = timers.nanoTime();
        synchronized (this) {
            while (ring.next != ring && now - ring.next.due >= 0) {
                due.add(ring.next);
                ring.next.unlink();
            }
            first = ring.next;
            watched = first != ring;
        }
        if (first != ring) {
            timers.schedule(Duration.ofNanos(first.due - now), this::look);
        }
        due.forEach(deadline -> deadline.task.run());
    }

    /** One of them. Linked to itself when it has rung, or was cancelled: nothing stays until its time comes. */
    private final class Deadline implements Timers.Alarm {

        private final Runnable task;
        private long due;
        private Deadline before = this;
        private Deadline next = this;

        Deadline(Runnable task) {
            this.task = task;
        }

        private void linkBefore(Deadline other) {
            next = other;
            before = other.before;
            before.next = this;
            other.before = this;
        }

        private void unlink() {
            before.next = next;
            next.before = before;
            before = this;
            next = this;
        }

        @Override
        public void cancel() {
            synchronized (Deadlines.this) {
                unlink();
            }
        }
    }
}
