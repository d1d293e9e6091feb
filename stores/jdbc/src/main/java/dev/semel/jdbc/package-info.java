// SPDX-License-Identifier: Apache-2.0
/**
 * Stores on relational databases: {@link dev.semel.jdbc.JdbcStore} on PostgreSQL and MariaDB or MySQL, where many callers
 * share one statement and one commit, and {@link dev.semel.jdbc.SqliteStore} in a file that one process owns.
 */
@NullMarked
package dev.semel.jdbc;

import org.jspecify.annotations.NullMarked;
