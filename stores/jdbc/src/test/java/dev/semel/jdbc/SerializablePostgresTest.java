// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.BrowsableStoreContract;
import dev.semel.contracts.StoreHarness;
import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What can be shown here of CockroachDB, YugabyteDB and others with PostgreSQL's protocol (R31): serialization failures in
 * plenty (R7), which they have at any level, and a server that refuses what they do not know.
 */
@DisplayName("The PostgreSQL store on a relative with serializable transactions")
class SerializablePostgresTest extends BrowsableStoreContract {

    private static final Database SERIALIZABLE =
            Postgres.server().with("options=-c%20default_transaction_isolation=serializable");

    private static long before;

    @BeforeAll
    static void isSerializable() throws SQLException {
        assertThat(ask("SHOW transaction_isolation")).isEqualTo("serializable");
        before = rolledBack();
    }

    @AfterAll
    static void hadFailuresToRepeat() throws SQLException {
        long failures = rolledBack() - before;
        System.out.println("serializable: " + failures + " statements were rolled back and repeated");
        assertThat(failures).as("else nothing was proved").isGreaterThan(100);
    }

    @Test
    @DisplayName("R30, R31: is told that the server is a relative, by what it does not know")
    void relative() {
        assertThat(open().store().guarantees().statement()).contains("is not PostgreSQL", "not been proved");
    }

    private static long rolledBack() throws SQLException {
        return Long.parseLong(ask("SELECT xact_rollback FROM pg_stat_database WHERE datname = current_database()"));
    }

    private static String ask(String sql) throws SQLException {
        try (var pool = SERIALIZABLE.pool(1);
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    @Override
    protected StoreHarness open() {
        return JdbcHarness.relative(SERIALIZABLE, "semel_serializable");
    }
}
