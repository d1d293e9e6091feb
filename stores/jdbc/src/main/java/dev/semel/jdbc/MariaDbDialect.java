// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.Claim;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * MariaDB: a write gives back the rows that it wrote. Round trips for a batch of any size, each its own commit: two for
 * claims (look, create; a third if some keys are new and some are taken over), one for claims that all lose; one for
 * endings, renewals, abandons and settlements, and a second only if some of them were not applied; one for look-ups and
 * for a purge; two inside the application's transaction.
 */
final class MariaDbDialect extends InnoDbDialect {

    private final RowsText peek;

    MariaDbDialect(TableName table) {
        super(table, Speech.MARIADB);
        peek = Speech.MARIADB.dirty(new SqlText("mariadb", table).of("find"));
    }

    @Override
    public String product() {
        return "MariaDB";
    }

    @Override
    void create(Connection connection, RowsText create, Sheet<Claim> claims, Sheet.Reading<Claim> reading)
            throws SQLException {
        claims.query(connection, create, reading);
    }

    @Override
    void peek(Connection connection, Sheet<Claim> claims, Sheet.Reading<Claim> reading) throws SQLException {
        claims.query(connection, peek, reading);
    }

    @Override
    <C> void change(Connection connection, RowsText change, Sheet<C> sheet, Sheet.Reading<C> reading)
            throws SQLException {
        sheet.query(connection, change, reading);
    }

    @Override
    void check(InnoDbServer server) {
        server.requireMariaDb();
    }
}
