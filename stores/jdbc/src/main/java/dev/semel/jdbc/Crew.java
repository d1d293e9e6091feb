// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * The threads that talk to the database: as many as the store may have connections, so that it never takes more. A caller
 * of the store is never one of them, and so its transaction is never joined by accident (T20).
 */
final class Crew implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final int TRIES = 12;

    private final DataSource source;
    private final Duration callLimit;
    private final ThreadPoolExecutor threads;

    Crew(DataSource source, int connections, Duration callLimit) {
        this(source, connections, callLimit, named());
    }

    Crew(DataSource source, int connections, Duration callLimit, ThreadFactory factory) {
        this.source = source;
        this.callLimit = callLimit;
        this.threads = new ThreadPoolExecutor(
                connections, connections, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        this.threads.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory named() {
        AtomicInteger count = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, "semel-jdbc-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Lets a thread do it; false when the store is closed. Only lanes' workers, the purge and one browser come here, of which there are
     * a handful: the queue is bounded by them.
     */
    boolean execute(Runnable worker) {
        try {
            threads.execute(worker);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Lets a thread do it and gives what comes of it; a failure when the store is closed, before or meanwhile. */
    <T> CompletableFuture<T> ask(OnConnection<T> work) {
        Asked<T> asked = new Asked<>(() -> call(work));
        if (!execute(asked)) {
            asked.refuse();
        }
        return asked.answer();
    }

    /** Whether somebody waits for a thread. */
    boolean isWanted() {
        return !threads.getQueue().isEmpty();
    }

    /** Lets a short task begin after a pause, also when the threads are gone by then: it has somebody to tell. */
    void after(Duration pause, Runnable task) {
        if (pause.isZero()) {
            task.run();
        } else {
            CompletableFuture.delayedExecutor(pause.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)
                    .execute(task);
        }
    }

    /** Sends a batch; again, with the same claim ids, when the database asks for it (R7). */
    <C, A> List<Reply<A>> send(BatchWork<C, A> work, List<C> batch) throws SQLException {
        return call(connection -> work.run(connection, batch));
    }

    /** Runs a piece of work on a connection in autocommit, with a limit on every wait for the server. */
    <T> T call(OnConnection<T> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            int timeout = limit(connection);
            try {
                return persist(work, connection);
            } finally {
                restore(connection, autoCommit, timeout);
            }
        }
    }

    private <T> T persist(OnConnection<T> work, Connection connection) throws SQLException {
        for (int tries = 1; ; tries++) {
            try {
                return work.on(connection);
            } catch (SQLException e) {
                if (tries == TRIES || !Failures.isTransient(e)) {
                    throw e;
                }
                pause(tries);
            }
        }
    }

    /** Who collided, and at once tries again, collides again. */
    private static void pause(int tries) throws SQLException {
        try {
            TimeUnit.MICROSECONDS.sleep(ThreadLocalRandom.current().nextLong(200L << Math.min(tries, 8)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted between two tries", e);
        }
    }

    private int limit(Connection connection) throws SQLException {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, (int) callLimit.toMillis());
            return before;
        } catch (SQLFeatureNotSupportedException e) {
            return -1;
        }
    }

    /** As the pool gave it. A connection that cannot even do that is broken, and the failure before says so. */
    private static void restore(Connection connection, boolean autoCommit, int timeout) {
        try {
            if (timeout >= 0) {
                connection.setNetworkTimeout(Runnable::run, timeout);
            }
            if (!autoCommit) {
                connection.setAutoCommit(false);
            }
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "a broken connection goes back to its pool");
        }
    }

    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(callLimit.toMillis(), TimeUnit.MILLISECONDS)) {
                stop();
            }
        } catch (InterruptedException e) {
            stop();
            Thread.currentThread().interrupt();
        }
    }

    /** What has not begun never will: whoever waits for it must hear. The lanes tell their own callers. */
    private void stop() {
        for (Runnable never : threads.shutdownNow()) {
            if (never instanceof Asked<?> asked) {
                asked.refuse();
            }
        }
    }

    /** Something to do on a connection. */
    interface OnConnection<T> {
        T on(Connection connection) throws SQLException;
    }
}
