// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.Guarantees;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Function;
import javax.sql.DataSource;

/** Settings of a {@link JdbcStore}. Not safe for use by several threads. */
public final class JdbcStoreBuilder {

    private final DataSource dataSource;
    private final Function<TableName, Dialect> dialect;
    private TableName table = new TableName(TableName.DEFAULT);
    private int connections = 4;
    private int queue = 10_000;
    private int batch = 512;
    private Duration callLimit = Duration.ofSeconds(5);

    JdbcStoreBuilder(DataSource dataSource, Function<TableName, Dialect> dialect) {
        this.dataSource = dataSource;
        this.dialect = dialect;
    }

    /** Where the records are; {@code semel_record} by default. A schema may stand before it: {@code billing.semel_record}. */
    public JdbcStoreBuilder table(String name) {
        this.table = new TableName(name);
        return this;
    }

    /** How many connections the store may have at once; 4 by default. Leave the pool as many more for everybody else. */
    public JdbcStoreBuilder connections(int connections) {
        this.connections = connections;
        return this;
    }

    /** How many calls of one kind may wait before more are refused as unavailable; 10,000 by default (R29). */
    public JdbcStoreBuilder queue(int calls) {
        this.queue = calls;
        return this;
    }

    /** How many commands share a statement; 512 by default. */
    public JdbcStoreBuilder batch(int commands) {
        this.batch = commands;
        return this;
    }

    /**
     * How long the store waits for the server in one call before it gives the connection up; 5 seconds by default. A call
     * that meets a row which another transaction keeps locked is answered as unavailable after a fifth of it, at least a second.
     */
    public JdbcStoreBuilder callLimit(Duration limit) {
        this.callLimit = limit;
        return this;
    }

    /**
     * Checks the settings and the server, and opens the store; {@link JdbcStore#schema()} makes or checks the tables.
     *
     * @throws IllegalArgumentException if a setting or the server cannot do; the message says which and why
     * @throws dev.semel.spi.StoreUnavailableException if the server does not answer
     */
    public JdbcStore build() {
        JdbcSettings settings = new JdbcSettings(table, connections, queue, batch, callLimit);
        Suited suited = ask(dialect.apply(table));
        Crew crew = new Crew(dataSource, connections, callLimit);
        Schema schema = new Schema(dataSource, suited.dialect(), table);
        return new JdbcStore(suited.dialect(), crew, schema, settings, suited.guarantees());
    }

    private Suited ask(Dialect chosen) {
        try {
            return Apart.call(() -> askOnConnection(chosen));
        } catch (SQLException e) {
            throw Failures.unavailable(e);
        }
    }

    private Suited askOnConnection(Dialect chosen) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            if (connection.isReadOnly()) {
                throw new IllegalArgumentException(
                        "dataSource gives read-only connections: the store needs one that may write");
            }
            Dialect suiting = chosen.suiting(connection);
            return new Suited(suiting, suiting.guarantees(connection));
        }
    }

    /** What the server turned out to be. */
    private record Suited(Dialect dialect, Guarantees guarantees) {}
}
