// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Transactions of plain connections. */
final class PlainTransactions implements TransactionRunner {

    private final DataSource dataSource;

    PlainTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public void run(Work work) throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                work.in(connection);
            } catch (Exception | Error e) {
                rollBack(connection, autoCommit, e);
                throw e;
            }
            connection.commit();
            connection.setAutoCommit(autoCommit);
        }
    }

    private static void rollBack(Connection connection, boolean autoCommit, Throwable cause) {
        try {
            connection.rollback();
            connection.setAutoCommit(autoCommit);
        } catch (SQLException e) {
            // The server rolls back what a broken connection leaves behind.
            cause.addSuppressed(e);
        }
    }
}
