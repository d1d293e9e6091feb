// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.spi.Timers;
import java.time.Duration;

/** A process's own time: it began anywhere, runs at its own rate, and its alarms ring late now and then. */
final class HostClock implements Timers {

    private static final long JITTER = Duration.ofMillis(3).toNanos();

    private final Host host;
    private final Loop loop;
    private final Dice dice;
    private final long offset;
    private final int ratePerMille;

    HostClock(Host host, World world, long offset, int ratePerMille) {
        this.host = host;
        this.loop = world.loop();
        this.dice = world.dice();
        this.offset = offset;
        this.ratePerMille = ratePerMille;
    }

    /** Whether it runs no slower than the store's clock: only then can a process know how long its lease lives (R10). */
    boolean isTrusty() {
        return ratePerMille >= 1000;
    }

    /** How long a time by this clock lasts at least by the store's; what is asked of the store is in its own time. */
    long least(Duration duration) {
        return duration.toNanos() * 1000 / Math.max(1000, ratePerMille);
    }

    @Override
    public long nanoTime() {
        return offset + loop.now() * ratePerMille / 1000;
    }

    @Override
    public Alarm schedule(Duration delay, Runnable task) {
        long nanos = Math.max(0, delay.toNanos());
        long real = (nanos * 1000 + ratePerMille - 1) / ratePerMille;
        long late = dice.chance(100) ? dice.between(0, JITTER) : 0;
        return loop.after(real + late, host, task);
    }
}
