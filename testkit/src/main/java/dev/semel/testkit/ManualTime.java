// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import java.time.Duration;

/**
 * The store's clock and a process's timers, moved by hand: together, or at different speeds, since no two clocks agree.
 *
 * <pre>{@code
 * ManualTime time = ManualTime.together();
 * Idempotency idempotency = Idempotency.builder(MemoryStore.on(time.clock())).timers(time.timers()).build();
 * time.advance(Duration.ofSeconds(30));
 * }</pre>
 *
 * <p>Its parts are safe for use by several threads; one thread at a time moves them.
 */
public final class ManualTime {

    private final ManualClock clock;
    private final ManualTimers timers;
    private final double processSpeed;

    private ManualTime(ManualClock clock, ManualTimers timers, double processSpeed) {
        if (!(processSpeed > 0)) {
            throw new IllegalArgumentException("a process's time moves forward: its speed is above 0, not "
                    + processSpeed + "; to pause it, move the store's time alone");
        }
        this.clock = clock;
        this.timers = timers;
        this.processSpeed = processSpeed;
    }

    /** Both run at the same speed. */
    public static ManualTime together() {
        return of(ManualClock.create(), ManualTimers.create());
    }

    /** Both run at the same speed, from wherever they stand. */
    public static ManualTime of(ManualClock clock, ManualTimers timers) {
        return new ManualTime(clock, timers, 1);
    }

    /** While a second passes in the store, so many pass in the process: below 1 it is slow, above 1 fast. */
    public static ManualTime drifting(double processSpeed) {
        return new ManualTime(ManualClock.create(), ManualTimers.create(), processSpeed);
    }

    /** The store's clock. */
    public ManualClock clock() {
        return clock;
    }

    /** The process's timers. */
    public ManualTimers timers() {
        return timers;
    }

    /** Lets so much time pass in the store, and in the process what its speed makes of it, alarm by alarm. */
    public void advance(Duration step) {
        if (step.isNegative()) {
            throw new IllegalArgumentException("time only moves forward, not by " + step);
        }
        long left = step.toNanos();
        while (left > 0) {
            long stride = Math.min(left, untilNextAlarm());
            clock.advance(Duration.ofNanos(stride));
            timers.advance(Duration.ofNanos(inProcess(stride)));
            left -= stride;
        }
        timers.runDue();
    }

    /** The process stands still, as in a long pause or a suspended machine, while so much time passes in the store. */
    public void pauseProcess(Duration step) {
        clock.advance(step);
    }

    private long untilNextAlarm() {
        return timers.untilNext()
                .map(wait -> Math.max(1, (long) Math.ceil(wait.toNanos() / processSpeed)))
                .orElse(Long.MAX_VALUE);
    }

    private long inProcess(long storeNanos) {
        return processSpeed == 1 ? storeNanos : Math.max(1, Math.round(storeNanos * processSpeed));
    }

    @Override
    public String toString() {
        return "ManualTime[" + clock + ", " + timers + "]";
    }
}
