// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** The store's tables. Their statements are in the jar, for those who run migrations with a tool of their own. */
public final class Schema {

    /** The version of the tables that this version of Semel works with. */
    public static final int VERSION = 1;

    private static final Pattern END_OF_STATEMENT = Pattern.compile(";\\s*(\\R|$)");

    private final DataSource dataSource;
    private final Dialect dialect;
    private final TableName table;

    Schema(DataSource dataSource, Dialect dialect, TableName table) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.table = table;
    }

    DataSource dataSource() {
        return dataSource;
    }

    /** The statements that make the tables, to be given to a migration tool as they are. */
    public String statements() {
        return dialect.schema();
    }

    /**
     * Makes the tables if there are none, and checks them. Several processes may do it at once.
     *
     * @throws IllegalStateException if the tables are of another version
     */
    public void create() {
        apart(connection -> {
            if (!exists(connection, table.version())) {
                make(connection);
            }
            check(connection);
            return true;
        });
    }

    /**
     * Checks that the tables are there and of the right version.
     *
     * @throws IllegalStateException if they are not; the message says what to do
     */
    public void validate() {
        apart(connection -> {
            if (!exists(connection, table.version())) {
                throw new IllegalStateException("there is no table " + table.version() + ": run schema().create(), or"
                        + " give schema().statements() to your migration tool");
            }
            check(connection);
            return true;
        });
    }

    private void apart(Crew.OnConnection<Boolean> work) {
        try {
            Apart.call(() -> {
                try (Connection connection = dataSource.getConnection()) {
                    return work.on(connection);
                }
            });
        } catch (SQLException e) {
            throw Failures.unavailable(e);
        }
    }

    private void make(Connection connection) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            for (String part : END_OF_STATEMENT.split(dialect.schema(), -1)) {
                if (!part.isBlank()) {
                    statement.execute(part);
                }
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            // Another process may have been faster; if not, the failure stands.
            if (!exists(connection, table.version())) {
                throw e;
            }
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }

    private boolean exists(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT 1 FROM " + name + " WHERE 1 = 0").close();
            return true;
        } catch (SQLException e) {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            if (dialect.isMissingTable(e)) {
                return false;
            }
            throw e;
        }
    }

    private void check(Connection connection) throws SQLException {
        if (!exists(connection, table.name())) {
            throw new IllegalStateException("there is no table " + table.name() + ", and there is a " + table.version()
                    + ", which is made with it: restore the one, or drop the other and run schema().create()");
        }
        try (Statement statement = connection.createStatement();
                ResultSet versions = statement.executeQuery("SELECT max(version) FROM " + table.version())) {
            int version = versions.next() ? versions.getInt(1) : 0;
            if (version != VERSION) {
                throw new IllegalStateException("the tables are of version " + version + ", and this version of Semel"
                        + " works with " + VERSION + ": see UPGRADING.md");
            }
        }
    }
}
