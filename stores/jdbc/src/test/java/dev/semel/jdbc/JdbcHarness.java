// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.contracts.StoreHarness;
import dev.semel.spi.IdempotencyStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Function;
import javax.sql.DataSource;

/** A table of its own for each test class, and two stores on it with a pool each, as two processes have them. */
final class JdbcHarness implements StoreHarness {

    private final String table;
    private final HikariDataSource one;
    private final HikariDataSource two;
    private final JdbcStore store;
    private final JdbcStore another;

    private JdbcHarness(Database database, String table, Function<DataSource, JdbcStoreBuilder> builder) {
        this.table = table;
        this.one = database.pool(4);
        this.two = database.pool(4);
        this.store = builder.apply(one).table(table).build();
        this.another = builder.apply(two).table(table).build();
        store.schema().create();
    }

    static JdbcHarness postgresql(Database server, String table) {
        return new JdbcHarness(server, table, JdbcStore::postgresql);
    }

    /** Every command goes by the statements for many. */
    static JdbcHarness postgresqlInBulk(String table) {
        return new JdbcHarness(
                Postgres.server(),
                table,
                source -> new JdbcStoreBuilder(source, name -> new PostgresDialect(name, false)));
    }

    static JdbcHarness mariadb(String table) {
        return new JdbcHarness(MariaDb.server(), table, JdbcStore::mariadb);
    }

    static JdbcHarness mysql(String table) {
        return new JdbcHarness(MySql.server(), table, JdbcStore::mysql);
    }

    /** MySQL's statements where a server can be had: it proves that they decide rightly, not that MySQL does the same. */
    static JdbcHarness mysqlOnMariadb(String table) {
        return new JdbcHarness(MariaDb.server(), table, source -> new JdbcStoreBuilder(source, MySqlOnMariaDb::new));
    }

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public IdempotencyStore another() {
        return another;
    }

    @Override
    public void elapse(Duration duration) {
        long micros = Micros.of(duration);
        Database.run(
                one,
                "UPDATE " + table + " SET created_at = created_at - " + micros + ", lease_until = lease_until - "
                        + micros + ", completed_at = completed_at - " + micros
                        + ", expires_at = CASE WHEN expires_at = "
                        + Micros.NEVER + " THEN expires_at ELSE expires_at - " + micros + " END");
    }

    @Override
    public long stored() {
        try (Connection connection = one.getConnection();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("SELECT count(*) FROM " + table)) {
            count.next();
            return count.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException("the records cannot be counted", e);
        }
    }

    @Override
    public void close() {
        store.close();
        another.close();
        one.close();
        two.close();
    }
}
