// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import dev.semel.state.Claim;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The plan of a PostgreSQL statement")
class PlansTest {

    private static final TableName TABLE = new TableName("semel_plans");

    private static final String WHOLE_READS =
            "SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = 'semel_plans'";

    private final Plans plans = new Plans(new SqlText("postgresql", TABLE), TABLE, PostgresKind.POSTGRESQL);

    @Test
    @DisplayName("is pinned while the table is small, and left to the server when it is large")
    void pinnedWhileSmall() {
        Plans.Plan claim = plans.of("claim");
        assertThat(claim.sql().pinned()).isTrue();
        plans.saw(Plans.LARGE);
        assertThat(claim.sql().pinned()).isFalse();
        plans.saw(0);
        assertThat(claim.sql().pinned()).isTrue();
    }

    @Test
    @DisplayName(
            "from an earlier time when the table was large is never used again: it may date from when it was shrinking")
    void anotherText() {
        Plans.Plan claim = plans.of("claim");
        plans.saw(Plans.LARGE);
        String before = claim.sql().text();
        plans.saw(0);
        plans.saw(Plans.LARGE);
        assertThat(claim.sql().text()).isNotEqualTo(before);
    }

    @Test
    @DisplayName("is kept by the server for every length of a batch, and goes by the primary key, on a large table")
    void keptOnLargeTable() throws SQLException {
        try (HikariDataSource pool = Postgres.server().pool(1);
                JdbcStore store = JdbcStore.postgresql(pool).table(TABLE.name()).build()) {
            store.schema().create();
            Database.run(
                    pool,
                    "INSERT INTO semel_plans SELECT 't', 'o', 'k' || i, 1, 'COMPLETED', '', 1, 1, i, 'FIRST', 0, 0,"
                            + " 9223372036854775806, 9223372036854775806, '', true, 1, 1, 0, 't', false,"
                            + " decode(repeat('00', 1024), 'hex') FROM generate_series(1, 16000) i");
            Database.run(pool, "ANALYZE semel_plans");
            PostgresDialect dialect = new PostgresDialect(TABLE);
            try (Connection connection = pool.getConnection()) {
                dialect.guarantees(connection);
                connection.setAutoCommit(false);
                // The server reports what came before within a second: the creation of the index is still counted here.
                long before = number(connection, WHOLE_READS);
                for (int i = 0; i < 60; i++) {
                    sendAll(dialect, connection, 1 + i % 3);
                }
                assertThat(number(connection, "SELECT count(*) FROM pg_prepared_statements WHERE generic_plans > 5"))
                        .as("claims, looks and completions, of one and of many; a lone claim is two statements")
                        .isEqualTo(6);
                assertThat(number(connection, "SELECT max(custom_plans) FROM pg_prepared_statements"))
                        .as("plans made before the server decided to keep one")
                        .isLessThanOrEqualTo(5);
                assertThat(number(connection, WHOLE_READS))
                        .as("times that the whole table was read")
                        .isEqualTo(before);
                connection.rollback();
            }
        }
    }

    private static void sendAll(PostgresDialect dialect, Connection connection, int size) throws SQLException {
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            claims.add(Commands.claim(Commands.freshId()));
        }
        dialect.claim(connection, claims);
        dialect.find(connection, claims.stream().map(Claim::id).toList());
        dialect.finish(
                connection,
                claims.stream().map(claim -> Commands.completes(claim, "paid")).toList());
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
