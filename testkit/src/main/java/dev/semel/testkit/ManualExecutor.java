// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * An executor that runs nothing by itself: a test decides when, and on which thread, the work is done. It can also be
 * full.
 *
 * <p>Safe for use by several threads.
 */
public final class ManualExecutor implements Executor {

    private final Object lock = new Object();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean full;

    @Override
    public void execute(Runnable task) {
        synchronized (lock) {
            if (full) {
                throw new RejectedExecutionException("a test's executor is full");
            }
            tasks.add(task);
        }
    }

    /** Runs everything that waits, and what that adds, on this thread; answers how many tasks that were. */
    public int runAll() {
        int ran = 0;
        for (Runnable task = next(); task != null; task = next()) {
            task.run();
            ran++;
        }
        return ran;
    }

    /** How many tasks wait. */
    public int waiting() {
        synchronized (lock) {
            return tasks.size();
        }
    }

    /** From now on every task is rejected, or no task any more. */
    public void full(boolean isFull) {
        synchronized (lock) {
            full = isFull;
        }
    }

    private @Nullable Runnable next() {
        synchronized (lock) {
            return tasks.poll();
        }
    }

    @Override
    public String toString() {
        return "ManualExecutor[" + waiting() + " waiting]";
    }
}
