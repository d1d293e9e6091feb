// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

/** The MySQL dialect with the one difference in grammar that keeps MariaDB from understanding it: no {@code ROW}. */
final class MySqlOnMariaDb extends MySqlDialect {

    MySqlOnMariaDb(TableName table) {
        super(table, new Speech("", "", "", "", "", false));
    }

    @Override
    void check(InnoDbServer server) {
        // It is the wrong server, on purpose.
    }
}
