// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/** Alarms ring one by one, when told to, whatever time they were set for. */
final class HandTimers implements Timers {

    private final Queue<Ring> rings = new ConcurrentLinkedQueue<>();

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public Alarm schedule(Duration delay, Runnable task) {
        Ring ring = new Ring(task);
        rings.add(ring);
        return ring;
    }

    /** Rings the alarm that was set first; false when none is set. */
    boolean ring() {
        Ring next = rings.poll();
        if (next != null && next.over.compareAndSet(false, true)) {
            next.task.run();
        }
        return next != null;
    }

    /** How many alarms are set. */
    long pending() {
        return rings.stream().filter(ring -> !ring.over.get()).count();
    }

    private static final class Ring implements Alarm {
        private final Runnable task;
        private final AtomicBoolean over = new AtomicBoolean();

        Ring(Runnable task) {
            this.task = task;
        }

        @Override
        public void cancel() {
            over.set(true);
        }
    }
}
