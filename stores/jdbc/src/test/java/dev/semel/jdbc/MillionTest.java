// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.State;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A look through a million records")
class MillionTest {

    private static final TableName TABLE = new TableName("semel_million");

    @Test
    @DisplayName(
            "R36: reads so many rows of a PostgreSQL table for each statement and no more, at its beginning and behind, found or not")
    void rowsOfPostgres() throws SQLException {
        PostgresDialect dialect = new PostgresDialect(TABLE);
        try (HikariDataSource pool = Postgres.server().pool(1)) {
            new Schema(pool, dialect, TABLE).create();
            fill(pool);
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                long before = rowsRead(connection);
                Part first = dialect.survey(connection, Question.all(50).in(State.RELEASED), Optional.empty(), 50);
                assertThat(first.wanted()).isEmpty();
                assertThat(rowsRead(connection) - before).isBetween(1L, (long) Part.ROWS + 10);

                before = rowsRead(connection);
                Part second = dialect.survey(connection, Question.all(50), first.end(), 50);
                assertThat(second.wanted()).hasSize(50);
                assertThat(rowsRead(connection) - before).isBetween(1L, (long) Part.ROWS + 10);
                connection.rollback();
            }
            Database.run(pool, "DROP TABLE semel_million");
        }
    }

    /** Quickly: not logged, and without the room that answers need. */
    private static void fill(HikariDataSource pool) {
        Database.run(pool, "ALTER TABLE semel_million SET (fillfactor = 100, autovacuum_enabled = off)");
        Database.run(pool, "ALTER TABLE semel_million SET UNLOGGED");
        Database.run(
                pool,
                "INSERT INTO semel_million SELECT 't', 'o', 'k' || (10000000 + i), 1, 'COMPLETED', '', 1, 1, i, 'FIRST', 0, 0,"
                        + " 4000000000000000 + i, 4000000000000000 + i, '', true, 1, 1, 0, 't', false, ''"
                        + " FROM generate_series(1, 1000000) i");
    }

    /** Of the table, by whatever way, in this transaction. */
    private static long rowsRead(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables"
                                + " WHERE relname = 'semel_million'")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    @DisplayName(
            "R36: goes along an index of SQLite's from where the page before ended, and sorts nothing of the table")
    void planOfSqlite(@TempDir Path folder) throws SQLException {
        Path file = folder.resolve("semel.db");
        SqliteStore.at(file).open().close();
        String browse = new SqlText("sqlite", new TableName(TableName.DEFAULT)).of("browse");
        List<String> plan = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("EXPLAIN QUERY PLAN " + browse)) {
                while (rows.next()) {
                    plan.add(rows.getString("detail"));
                }
            }
        }
        assertThat(plan)
                .anyMatch(step -> step.startsWith("SEARCH semel_record USING COVERING INDEX semel_record_expiry"))
                .anyMatch(step -> step.contains("SEARCH r USING INTEGER PRIMARY KEY"))
                .noneMatch(step -> step.startsWith("SCAN semel_record") || step.startsWith("SCAN r"));
    }
}
