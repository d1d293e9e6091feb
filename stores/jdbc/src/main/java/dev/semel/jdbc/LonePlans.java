// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The statements for lone commands. While the table is small they are sent with settings, like all others; those cost a lone
 * caller a good part of its time. Once the table is large PostgreSQL finds the only right plan by itself, and keeps it: then
 * they are sent bare.
 *
 * <p>Safe for use by several threads.
 */
final class LonePlans {

    /** Reading so many bytes is far dearer than a look into an index, by PostgreSQL's own reckoning. */
    private static final long LARGE = 16L << 20;

    private static final long EVERY = TimeUnit.SECONDS.toNanos(10);

    private final String size;
    private final String claim;
    private final String save;
    private final Pair pinned;
    private final AtomicLong next = new AtomicLong(System.nanoTime());
    private volatile Pair current;
    private int grown;

    LonePlans(TableName table, String claim, String save) {
        this.size = "SELECT pg_relation_size('" + table.name() + "')";
        this.claim = claim;
        this.save = save;
        this.pinned = new Pair(PostgresSql.pinned(claim), PostgresSql.pinned(save));
        this.current = pinned;
    }

    PostgresSql claim() {
        return current.claim();
    }

    PostgresSql save() {
        return current.save();
    }

    /** Looks at the table's size, now and then. */
    void watch(Connection connection) throws SQLException {
        long due = next.get();
        long now = System.nanoTime();
        if (now - due >= 0 && next.compareAndSet(due, now + EVERY)) {
            try (PreparedStatement statement = connection.prepareStatement(size);
                    ResultSet bytes = statement.executeQuery()) {
                sawBytes(bytes.next() ? bytes.getLong(1) : 0);
            }
        }
    }

    private synchronized void sawBytes(long bytes) {
        if (bytes < LARGE) {
            current = pinned;
        } else if (current.claim().pinned()) {
            // Another text each time, so that no plan from a time when the table was small is used again.
            String end = "-- large for the time " + ++grown;
            current = new Pair(PostgresSql.bare(claim + end), PostgresSql.bare(save + end));
        }
    }

    private record Pair(PostgresSql claim, PostgresSql save) {}
}
