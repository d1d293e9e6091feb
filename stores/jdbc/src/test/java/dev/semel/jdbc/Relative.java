// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.sql.SQLException;
import java.util.List;

/**
 * Refuses what databases with PostgreSQL's protocol do not have, by their makers' documentation and issue lists: YugabyteDB
 * no places of rows (its issue 24843), CockroachDB no slices of arrays (32551) and no settings against kinds of joins
 * (116508); and what is PostgreSQL's own storage and administration, of which nobody promises anything.
 */
final class Relative {

    private static final List<String> UNKNOWN = List.of(
            "ctid",
            ":]",
            "enable_",
            "plan_cache_mode",
            "'jit'",
            "pg_relation_size",
            "pg_is_in_recovery",
            "SHOW fsync",
            "SHOW synchronous");

    private Relative() {}

    static void refuse(String sql) throws SQLException {
        for (String unknown : UNKNOWN) {
            if (sql.contains(unknown)) {
                throw new SQLException("a relative of PostgreSQL does not know " + unknown, "0A000");
            }
        }
    }
}
