// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/** A table, a pool and the dialect itself, for what can only be seen one statement at a time. */
final class MariaDbBench implements AutoCloseable {

    final HikariDataSource pool;
    final MariaDbDialect dialect;
    final String table;

    MariaDbBench(Database database, String table) {
        this.table = table;
        this.pool = database.pool(8);
        TableName name = new TableName(table);
        this.dialect = new MariaDbDialect(name);
        new Schema(pool, dialect, name).create();
    }

    Connection connect() throws SQLException {
        return pool.getConnection();
    }

    /** Claims a key that nobody has. */
    Claim granted() throws SQLException {
        Claim claim = Commands.claim(Commands.freshId());
        try (Connection connection = connect()) {
            Reply<ClaimAnswer> reply = dialect.claim(connection, List.of(claim)).get(0);
            if (!(reply instanceof Reply.Answered<ClaimAnswer> answered)
                    || !(answered.answer() instanceof ClaimAnswer.Granted)) {
                throw new AssertionError("a new key was not granted: " + reply);
            }
        }
        return claim;
    }

    /** Locks a claim's row as a transaction does that completes it; until the connection is closed or rolled back. */
    Connection locking(Claim claim) throws SQLException {
        Connection connection = connect();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT attempt FROM " + table + " WHERE `key` = '"
                    + claim.id().key().value() + "' AND tenant = 'acme' AND operation = 'charges.create' FOR UPDATE");
        }
        return connection;
    }

    void elapse(Claim claim, Duration duration) {
        Database.run(
                pool,
                "UPDATE " + table + " SET lease_until = lease_until - " + Micros.of(duration)
                        + ", expires_at = expires_at - " + Micros.of(duration) + " WHERE tenant = 'acme'"
                        + " AND operation = 'charges.create' AND `key` = '"
                        + claim.id().key().value() + "'");
    }

    /** How often anybody has waited for a row since the server began. */
    long lockWaits() {
        return number("SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS"
                + " WHERE VARIABLE_NAME = 'INNODB_ROW_LOCK_WAITS'");
    }

    long number(String query) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException("a query of the test failed: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
