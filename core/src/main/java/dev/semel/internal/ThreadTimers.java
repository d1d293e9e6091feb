// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Real time: one daemon thread for all alarms of an engine. */
final class ThreadTimers implements Timers {

    private static final long IDLE_MILLIS = 100;

    private final ScheduledThreadPoolExecutor thread;

    ThreadTimers() {
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "semel-timers");
            made.setDaemon(true);
            return made;
        });
        // A cancelled alarm must not stay in the queue until its time comes.
        thread.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Alarm schedule(Duration delay, Runnable task) {
        Future<?> alarm = thread.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> alarm.cancel(false);
    }

    /**
     * Lets the thread end when no alarm is set. An alarm that is set later still rings, on a new thread: an attempt that
     * outlives its engine ends within its time limit, too.
     */
    void close() {
        thread.setKeepAliveTime(IDLE_MILLIS, TimeUnit.MILLISECONDS);
        thread.allowCoreThreadTimeOut(true);
    }
}
