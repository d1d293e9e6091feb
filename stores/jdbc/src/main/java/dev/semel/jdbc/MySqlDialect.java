// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.Claim;
import dev.semel.state.RecordId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * MySQL: a write does not say which rows it wrote. Changes are therefore made in a transaction that locks the rows before
 * and looks at them after: a row that has changed in between was changed by it. Round trips for a batch: three for claims
 * of new keys (look, create, look), one for claims that all lose; six for every other change (begin, lock, change, look,
 * commit, and back to autocommit), and one more if some were not applied.
 *
 * <p>Unproven until the contract has been run against a MySQL server ({@code SEMEL_MYSQL_URL}).
 */
class MySqlDialect extends InnoDbDialect {

    private final RowsText lockRows;

    MySqlDialect(TableName table) {
        this(table, Speech.MYSQL);
    }

    MySqlDialect(TableName table, Speech speech) {
        super(table, speech);
        lockRows = speech.alone(new SqlText("mysql", table).of("lock-rows"));
    }

    @Override
    public String product() {
        return "MySQL";
    }

    @Override
    void create(Connection connection, RowsText create, Sheet<Claim> claims, Sheet.Reading<Claim> reading)
            throws SQLException {
        claims.update(connection, create);
        claims.ids().query(connection, find(), reading);
    }

    @Override
    void peek(Connection connection, Sheet<Claim> claims, Sheet.Reading<Claim> reading) throws SQLException {
        int isolation = connection.getTransactionIsolation();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
        try {
            claims.query(connection, find(), reading);
        } finally {
            connection.setTransactionIsolation(isolation);
        }
    }

    @Override
    <C> void change(Connection connection, RowsText change, Sheet<C> sheet, Sheet.Reading<C> reading)
            throws SQLException {
        if (!connection.getAutoCommit()) {
            changeWithin(connection, change, sheet, reading);
            return;
        }
        connection.setAutoCommit(false);
        try {
            changeWithin(connection, change, sheet, reading);
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            undo(connection, e);
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private <C> void changeWithin(Connection connection, RowsText change, Sheet<C> sheet, Sheet.Reading<C> reading)
            throws SQLException {
        Map<RecordId, String> before = new HashMap<>();
        sheet.ids().query(connection, lockRows, (row, command) -> before.put(sheet.id(command), row.mark()));
        // A row that was not to be had then may be free by now: what the change did to it could not be told.
        Sheet<C> locked = sheet.only(before.keySet());
        if (!locked.isEmpty()) {
            locked.update(connection, change);
            locked.ids().query(connection, find(), (row, command) -> {
                if (!row.mark().equals(before.get(sheet.id(command)))) {
                    reading.read(row, command);
                }
            });
        }
    }

    /** The failure that led here is the one to hear of. */
    private static void undo(Connection connection, Exception failure) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    void check(InnoDbServer server) {
        server.requireMySql();
    }
}
