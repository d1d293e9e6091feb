// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreException;
import dev.semel.spi.StoreUnavailableException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that writes: all commands that wait share a transaction and its flush, and are answered when both are
 * done. A lone command is written at once.
 */
final class SqliteWriter implements Runnable {

    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");

    private final SqliteQueue<SqliteTask<?>> queue;
    private final Opening opening;
    private @Nullable SqliteRecords records;

    SqliteWriter(SqliteQueue<SqliteTask<?>> queue, Opening opening) {
        this.queue = queue;
        this.opening = opening;
    }

    /** Answers into the given future, with a failure at once when too many wait already. */
    <A> void submit(SqliteTask.Work<A> work, int weight, int more, CompletableFuture<A> answer) {
        try {
            queue.add(new SqliteTask<>(work, weight, answer), more);
        } catch (StoreUnavailableException e) {
            answer.completeExceptionally(e);
        }
    }

    @Override
    public void run() {
        try {
            List<SqliteTask<?>> batch = queue.take();
            while (!batch.isEmpty()) {
                serve(batch);
                batch = queue.take();
            }
            leave();
        } catch (InterruptedException e) {
            LOG.log(System.Logger.Level.DEBUG, "the writer of a SQLite store was interrupted");
        } finally {
            queue.close();
            drop();
        }
    }

    private void serve(List<SqliteTask<?>> batch) {
        try {
            write(batch);
            batch.forEach(SqliteTask::tell);
        } catch (SQLException e) {
            drop();
            if (SqliteFailures.isFull(e) && batch.size() > 1) {
                // A purge, or an answer that still fits, must not fail with one that does not.
                batch.forEach(task -> serve(List.of(task)));
            } else {
                fail(batch, SqliteFailures.unavailable(e));
            }
        } catch (StoreException e) {
            drop();
            fail(batch, e);
        } catch (RuntimeException | Error e) {
            drop();
            fail(
                    batch,
                    new StoreUnavailableException(
                            "the writer failed: " + e.getClass().getName(), e));
        }
    }

    private void write(List<SqliteTask<?>> batch) throws SQLException {
        SqliteRecords current = current();
        current.begin();
        for (SqliteTask<?> task : batch) {
            task.run(current);
        }
        current.commit();
    }

    private static void fail(List<SqliteTask<?>> batch, StoreException failure) {
        batch.forEach(task -> task.fail(failure));
    }

    private SqliteRecords current() throws SQLException {
        if (records == null) {
            records = opening.open();
        }
        return records;
    }

    private void leave() {
        try {
            current().leave();
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.WARNING, "a SQLite store was closed: " + e.getMessage());
        } catch (SQLException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a SQLite store was closed with its log beside it (code " + e.getErrorCode()
                            + "); nothing is lost, the next start reads it");
        }
    }

    /** After a failure it is unknown what was written, and with it what the connection remembers: the next begins anew. */
    private void drop() {
        try {
            if (records != null) {
                records.close();
            }
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "a broken connection to a SQLite file is dropped");
        } finally {
            records = null;
        }
    }

    /** Opens the file for writing, again after each failure. */
    interface Opening {
        SqliteRecords open() throws SQLException;
    }
}
