// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Real time: one daemon thread for all alarms of an engine. */
final class ThreadTimers implements Timers {

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
        try {
            Future<?> alarm = thread.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> alarm.cancel(false);
        } catch (RejectedExecutionException e) {
            // The engine is closed: nothing is to happen any more.
            return () -> {};
        }
    }

    /** Takes no new alarms; those that are set still ring, so that whoever waits with a time limit is answered. */
    void close() {
        thread.shutdown();
    }
}
