// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** The threads of a store, and how they end: readers first, since they may still ask the writer. */
final class SqliteCrew implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final SqliteLock lock;
    private final SqliteQueue<?> tasks;
    private final SqliteQueue<?> looks;
    private final SqliteQueue<?> walks;
    private final List<Thread> readers = new ArrayList<>();
    private final List<Thread> writers = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    SqliteCrew(SqliteLock lock, SqliteQueue<?> tasks, SqliteQueue<?> looks, SqliteQueue<?> walks) {
        this.lock = lock;
        this.tasks = tasks;
        this.looks = looks;
        this.walks = walks;
    }

    void start(Runnable writer, int count, Supplier<? extends Runnable> reader, Runnable browser) {
        writers.add(started("semel-sqlite-writer", writer));
        readers.add(started("semel-sqlite-browser", browser));
        for (int i = 1; i <= count; i++) {
            readers.add(started("semel-sqlite-reader-" + i, reader.get()));
        }
    }

    private static Thread started(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        looks.close();
        walks.close();
        boolean over = ended(readers);
        tasks.close();
        over &= ended(writers);
        if (over) {
            lock.close();
        } else {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a thread of a SQLite store does not end; the file stays locked until this process ends");
        }
    }

    /** Waits through interrupts: a file that is let go with a writer at work would be nobody's and somebody's. */
    private static boolean ended(List<Thread> threads) {
        boolean interrupted = false;
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        for (Thread thread : threads) {
            while (thread.isAlive() && thread != Thread.currentThread() && System.nanoTime() < deadline) {
                try {
                    thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }
}
