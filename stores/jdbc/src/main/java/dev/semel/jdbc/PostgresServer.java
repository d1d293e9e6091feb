// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What a connection leads to that is said to be PostgreSQL's, before the store sends it anything else. */
final class PostgresServer {

    private static final System.Logger LOG = System.getLogger("dev.semel.jdbc");
    private static final int OLDEST = 15;

    private final Connection connection;

    PostgresServer(Connection connection) {
        this.connection = connection;
    }

    /** PostgreSQL, or a relative of it; refuses what can be neither, or cannot do its work. */
    PostgresKind kind() throws SQLException {
        String name = connection.getMetaData().getDatabaseProductName();
        if (!name.equals("PostgreSQL")) {
            throw new IllegalArgumentException(
                    "dataSource leads to " + name + ", and this store needs PostgreSQL " + OLDEST + " or newer");
        }
        boolean hasPlaces = hasPlaces();
        if (hasPlaces) {
            checkAge();
        } else {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "dataSource leads to a database with PostgreSQL''s protocol that is not PostgreSQL: {0}. It is sent"
                            + " statements that need nothing but the protocol and the language, and Semel has not been"
                            + " proved on it: see docs/stores.md#relatives-of-postgresql",
                    version());
        }
        checkThatItCanWrite(hasPlaces);
        return hasPlaces ? PostgresKind.POSTGRESQL : PostgresKind.RELATIVE;
    }

    private void checkAge() throws SQLException {
        int major = connection.getMetaData().getDatabaseMajorVersion();
        if (major < OLDEST) {
            throw new IllegalArgumentException("dataSource leads to PostgreSQL " + major
                    + ", and this store needs PostgreSQL " + OLDEST + " or newer");
        }
    }

    /** Other databases number their versions in their own way, and say who they are only here. */
    private String version() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT version()");
                ResultSet answer = statement.executeQuery()) {
            return answer.next() ? answer.getString(1) : "?";
        }
    }

    /** A standby, or a server that somebody has made read-only, would take the application's start and no claim. */
    private void checkThatItCanWrite(boolean asksForStandby) throws SQLException {
        boolean reads = isTrue("SELECT current_setting('default_transaction_read_only') = 'on'")
                || (asksForStandby && isTrue("SELECT pg_is_in_recovery()"));
        if (reads) {
            throw new IllegalArgumentException("dataSource leads to a PostgreSQL that may only be read (a standby, or"
                    + " default_transaction_read_only is on): the store needs one that may write");
        }
    }

    /** Servers that only speak PostgreSQL's protocol have none, each with an error of its own. */
    private boolean hasPlaces() throws SQLException {
        try {
            return isTrue("SELECT ctid IS NOT NULL FROM pg_class LIMIT 1");
        } catch (SQLException e) {
            if (Failures.isOfConnection(e)) {
                throw e;
            }
            return false;
        }
    }

    private boolean isTrue(String question) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(question);
                ResultSet answer = statement.executeQuery()) {
            return answer.next() && answer.getBoolean(1);
        }
    }
}
