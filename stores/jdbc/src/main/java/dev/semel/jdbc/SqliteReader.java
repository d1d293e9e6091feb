// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreException;
import dev.semel.spi.StoreUnavailableException;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A thread that looks records up beside the writer. It sees what is committed, and so durable, and nothing else. */
final class SqliteReader implements Runnable {

    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");

    private final SqliteQueue<SqliteGlance> queue;
    private final SqliteFile file;
    private final InstantSource clock;
    private @Nullable SqliteSession session;
    private @Nullable SqliteLookup lookup;

    SqliteReader(SqliteQueue<SqliteGlance> queue, SqliteFile file, InstantSource clock) {
        this.queue = queue;
        this.file = file;
        this.clock = clock;
    }

    @Override
    public void run() {
        try {
            List<SqliteGlance> batch = queue.take();
            while (!batch.isEmpty()) {
                serve(batch);
                batch = queue.take();
            }
        } catch (InterruptedException e) {
            LOG.log(System.Logger.Level.DEBUG, "a reader of a SQLite store was interrupted");
        } finally {
            drop();
        }
    }

    private void serve(List<SqliteGlance> batch) {
        // The clock first: a pause between the two readings must not make a lease look lapsed that was renewed since.
        Instant now = clock.instant();
        StoreException failure = read(batch, now);
        if (failure == null) {
            batch.forEach(glance -> glance.tell(now));
        } else {
            drop();
            batch.forEach(glance -> glance.fail(failure));
        }
    }

    private @Nullable StoreException read(List<SqliteGlance> batch, Instant now) {
        try {
            SqliteSession current = session == null ? file.reading() : session;
            session = current;
            SqliteLookup records = lookup == null ? new SqliteLookup(current) : lookup;
            lookup = records;
            current.begin();
            for (SqliteGlance glance : batch) {
                glance.read(records, now);
            }
            current.commit();
            return null;
        } catch (SQLException e) {
            return SqliteFailures.unavailable(e);
        } catch (RuntimeException | Error e) {
            return new StoreUnavailableException(
                    "a reader failed: " + e.getClass().getName(), e);
        }
    }

    private void drop() {
        try {
            if (session != null) {
                session.close();
            }
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "a broken connection to a SQLite file is dropped");
        } finally {
            session = null;
            lookup = null;
        }
    }
}
