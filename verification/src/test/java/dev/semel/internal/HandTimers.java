// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Alarms ring one by one, when told to, whatever time they were set for; time passes with each of them. */
final class HandTimers implements Timers {

    /** More than a third of the leases on the {@link Bench}: whenever an alarm rings, something is to be renewed. */
    private static final long STEP = Duration.ofSeconds(11).toNanos();

    private final Queue<Ring> rings = new ConcurrentLinkedQueue<>();
    private final AtomicLong now = new AtomicLong();

    @Override
    public long nanoTime() {
        return now.get();
    }

    @Override
    public Alarm schedule(Duration delay, Runnable task) {
        Ring ring = new Ring(delay, task);
        rings.add(ring);
        return ring;
    }

    /** Lets time pass and rings the alarm that was set first; false when none is set. */
    boolean ring() {
        now.addAndGet(STEP);
        Ring next = rings.poll();
        run(next);
        return next != null;
    }

    /** Rings the first alarm that was set for no longer than this; false when there is none. */
    boolean ringWithin(Duration longest) {
        Optional<Ring> next = rings.stream()
                .filter(ring -> ring.delay.compareTo(longest) <= 0)
                .findFirst();
        next.filter(rings::remove).ifPresent(HandTimers::run);
        return next.isPresent();
    }

    private static void run(Ring ring) {
        if (ring != null && ring.over.compareAndSet(false, true)) {
            ring.task.run();
        }
    }

    /** How many alarms are set. */
    long pending() {
        return rings.stream().filter(ring -> !ring.over.get()).count();
    }

    private static final class Ring implements Alarm {
        private final Duration delay;
        private final Runnable task;
        private final AtomicBoolean over = new AtomicBoolean();

        Ring(Duration delay, Runnable task) {
            this.delay = delay;
            this.task = task;
        }

        @Override
        public void cancel() {
            over.set(true);
        }
    }
}
