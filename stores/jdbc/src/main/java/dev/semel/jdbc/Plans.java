// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * How the statements of every request are sent. While the table is small they go with settings, like all others; those cost a
 * lone caller a good part of its time. Once the table is large PostgreSQL finds the only right plan by itself, and keeps it:
 * then they go bare.
 *
 * <p>Safe for use by several threads.
 */
final class Plans {

    /** Reading so many bytes is far dearer than a look into an index, by PostgreSQL's own reckoning. */
    static final long LARGE = 16L << 20;

    /** Nothing for a table that is not there yet. */
    private static final String SIZE = "SELECT pg_relation_size(to_regclass(?))";

    private final SqlText text;
    private final TableName table;
    private final PostgresKind kind;
    private final List<Plan> plans = new CopyOnWriteArrayList<>();
    private boolean large;
    private int grown;

    Plans(SqlText text, TableName table, PostgresKind kind) {
        this.text = text;
        this.table = table;
        this.kind = kind;
    }

    /** The statement in the file of this name, which every request sends. */
    Plan of(String name) {
        Plan plan = new Plan(text.of(name), steady(name));
        plans.add(plan);
        return plan;
    }

    /** The statement in the file of this name, which is sent in one way only: it is rare, or its time does not matter. */
    PostgresSql steady(String name) {
        return kind.takesSettings() ? PostgresSql.pinned(text.of(name)) : PostgresSql.bare(text.of(name));
    }

    /** Looks at the table's size: at the start and with each purge, so that no caller waits for it. */
    void watch(Connection connection) throws SQLException {
        if (!kind.takesSettings()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(SIZE)) {
            statement.setString(1, table.name());
            try (ResultSet bytes = statement.executeQuery()) {
                saw(bytes.next() ? bytes.getLong(1) : 0);
            }
        }
    }

    /** How many bytes the table has. */
    synchronized void saw(long bytes) {
        boolean before = large;
        large = bytes >= LARGE;
        if (large && !before) {
            // Another text each time, so that no plan from a time when the table was small is used again.
            String end = "-- large for the time " + ++grown;
            plans.forEach(plan -> plan.current = PostgresSql.bare(plan.text + end));
        } else if (before && !large) {
            plans.forEach(plan -> plan.current = plan.whileSmall);
        }
    }

    /** A statement that is sent in one way or the other. */
    static final class Plan {

        private final String text;
        private final PostgresSql whileSmall;
        private volatile PostgresSql current;

        private Plan(String text, PostgresSql whileSmall) {
            this.text = text;
            this.whileSmall = whileSmall;
            this.current = whileSmall;
        }

        PostgresSql sql() {
            return current;
        }
    }
}
