// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A connection of one thread, with transactions that begin and end when told. */
final class SqliteSession implements AutoCloseable {

    private final Connection connection;
    private final SqlText texts = new SqlText("sqlite", new TableName(TableName.DEFAULT));
    private final PreparedStatement begin;
    private final PreparedStatement commit;
    private final PreparedStatement dataVersion;

    private SqliteSession(Connection connection, String begin) throws SQLException {
        this.connection = connection;
        // The driver's own transactions begin again the moment they end, and so would keep the write lock for ever; its
        // autocommit asks SQLite after each statement. With autocommit off and that first transaction ended, it does
        // neither.
        connection.setAutoCommit(false);
        execute("COMMIT");
        this.begin = connection.prepareStatement(begin);
        this.commit = connection.prepareStatement("COMMIT");
        this.dataVersion = connection.prepareStatement("PRAGMA data_version");
    }

    /** Its transactions take the write lock when they begin: nothing that one reads can change before it writes. */
    static SqliteSession writing(Connection connection) throws SQLException {
        return new SqliteSession(connection, "BEGIN IMMEDIATE");
    }

    /** Its transactions see one state of the file. */
    static SqliteSession reading(Connection connection) throws SQLException {
        return new SqliteSession(connection, "BEGIN");
    }

    SqliteStatement statement(String name) throws SQLException {
        return new SqliteStatement(connection.prepareStatement(texts.of(name)));
    }

    void begin() throws SQLException {
        begin.execute();
    }

    void commit() throws SQLException {
        commit.execute();
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return result.next() ? result.getLong(1) : 0;
        }
    }

    /** Another number than before if another connection has written in between. */
    long dataVersion() throws SQLException {
        try (ResultSet result = dataVersion.executeQuery()) {
            return result.next() ? result.getLong(1) : 0;
        }
    }

    /** Also ends a transaction that has not been committed. */
    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
