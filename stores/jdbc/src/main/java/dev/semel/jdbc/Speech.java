// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

/**
 * How the statements, which are written for MariaDB, are said to a server.
 *
 * @param alone what stands before a statement that is its own transaction
 * @param atOnce what stands before a statement that is its own transaction and waits for nobody
 * @param dirty what stands before a look that may see what is not committed
 * @param within what stands before a statement inside a transaction of the application
 * @param row what stands before each row behind {@code VALUES}
 * @param returning whether a statement can give back the rows that it wrote
 */
record Speech(String alone, String atOnce, String dirty, String within, String row, boolean returning) {

    /** The settings hold for the one statement, and cost no round trip. */
    private static final String WAITS = "innodb_lock_wait_timeout = 1, innodb_snapshot_isolation = OFF FOR\n";

    /** A purge finds its rows by their age, which a session that is careful with updates would not let it. */
    private static final String COMMITTED =
            "SET STATEMENT transaction_isolation = 'READ-COMMITTED', sql_safe_updates = OFF, ";

    /**
     * No gap is locked and no uncommitted row is read, whatever the session's isolation is, and nothing waits for a lock
     * longer than a second. With snapshot isolation a completion inside a transaction would fail as soon as the lease was
     * renewed after the transaction's first look at anything; the fence is what protects it.
     */
    static final Speech MARIADB = new Speech(
            COMMITTED + WAITS,
            COMMITTED + "innodb_lock_wait_timeout = 0, innodb_snapshot_isolation = OFF FOR\n",
            "SET STATEMENT transaction_isolation = 'READ-UNCOMMITTED' FOR\n",
            "SET STATEMENT " + WAITS,
            "",
            true);

    /** MySQL can set none of that for one statement: its isolation and time limit are those of the session. */
    static final Speech MYSQL = new Speech("", "", "", "", "ROW", false);

    RowsText alone(String statement) {
        return rows(alone + statement);
    }

    RowsText atOnce(String statement) {
        return rows(atOnce + statement);
    }

    RowsText dirty(String statement) {
        return rows(dirty + statement);
    }

    RowsText within(String statement) {
        return rows(within + statement);
    }

    private RowsText rows(String statement) {
        int end = returning ? -1 : statement.indexOf("\nRETURNING ");
        return new RowsText(end < 0 ? statement : statement.substring(0, end), row);
    }
}
