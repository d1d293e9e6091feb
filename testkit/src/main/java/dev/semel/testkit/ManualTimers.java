// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Process-local time that moves only when a test says so: {@code Idempotency.builder(store).timers(timers)} then renews
 * leases, waits and gives up without any real waiting.
 *
 * <p>Safe for use by several threads. Nothing runs by itself: what is due runs in {@link #advance}, on its caller's
 * thread and outside of any lock.
 */
public final class ManualTimers implements Timers {

    private final Object lock = new Object();
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::due).thenComparingLong(Task::number));
    private final long start;
    private long passed;
    private long numbers;

    private ManualTimers(long start) {
        this.start = start;
    }

    /** Timers whose reading begins at zero. */
    public static ManualTimers create() {
        return startingAt(0);
    }

    /** Timers whose reading begins anywhere, as a monotonic clock's does: negative, or about to overflow. */
    public static ManualTimers startingAt(long nanos) {
        return new ManualTimers(nanos);
    }

    @Override
    public long nanoTime() {
        synchronized (lock) {
            return start + passed;
        }
    }

    /** Schedules the task; one without a delay is due at once, but runs only in the next {@link #advance}. */
    @Override
    public Alarm schedule(Duration delay, Runnable task) {
        synchronized (lock) {
            Task scheduled = new Task(passed + Math.max(0, delay.toNanos()), numbers++, task);
            tasks.add(scheduled);
            return () -> cancel(scheduled);
        }
    }

    /** Moves time forward; tasks that become due run in order, each at its time, and so do those that they schedule. */
    public void advance(Duration step) {
        if (step.isNegative()) {
            throw new IllegalArgumentException("monotonic time only moves forward, not by " + step);
        }
        long end;
        synchronized (lock) {
            end = passed + step.toNanos();
        }
        for (Task due = nextUntil(end); due != null; due = nextUntil(end)) {
            due.work.run();
        }
    }

    /** Runs what is due without moving time. */
    public void runDue() {
        advance(Duration.ZERO);
    }

    /** How long until the next task is due; empty when none is scheduled. */
    public Optional<Duration> untilNext() {
        synchronized (lock) {
            Task next = tasks.peek();
            return next == null ? Optional.empty() : Optional.of(Duration.ofNanos(Math.max(0, next.due - passed)));
        }
    }

    /** How many tasks are scheduled and not cancelled. */
    public int scheduled() {
        synchronized (lock) {
            return tasks.size();
        }
    }

    /** Takes the next task that is due by then, with time moved to it; moves time to the end when there is none. */
    private @Nullable Task nextUntil(long end) {
        synchronized (lock) {
            Task next = tasks.peek();
            boolean due = next != null && next.due <= end;
            passed = Math.max(passed, due ? next.due : end);
            return due ? tasks.poll() : null;
        }
    }

    private void cancel(Task task) {
        synchronized (lock) {
            tasks.remove(task);
        }
    }

    @Override
    public String toString() {
        synchronized (lock) {
            return "ManualTimers[" + Duration.ofNanos(passed) + " passed, " + tasks.size() + " scheduled]";
        }
    }

    /**
     * A scheduled task.
     *
     * @param due when, counted from the start so that an overflowing reading does not matter
     * @param number which of those due at the same time comes first
     * @param work what is to be done
     */
    private record Task(long due, long number, Runnable work) {}
}
