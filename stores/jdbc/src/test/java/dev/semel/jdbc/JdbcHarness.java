// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.contracts.StoreHarness;
import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import dev.semel.spi.IdempotencyStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** A table of its own for each test class, and two stores on it with a pool each, as two processes have them. */
final class JdbcHarness implements StoreHarness {

    private static final List<String> EXPIRY = List.of("expires_at");
    private static final List<String> EXPIRY_AND_PURGE = List.of("expires_at", "purge_from");

    private final String table;
    private final List<String> ends;
    private final HikariDataSource one;
    private final HikariDataSource two;
    private final JdbcStore store;
    private final JdbcStore another;

    private JdbcHarness(
            Database database, String table, List<String> ends, Function<DataSource, JdbcStoreBuilder> builder) {
        this.table = table;
        this.ends = ends;
        this.one = database.pool(4);
        this.two = database.pool(4);
        this.store = builder.apply(one).table(table).build();
        this.another = builder.apply(two).table(table).build();
        store.schema().create();
    }

    static JdbcHarness postgresql(Database server, String table) {
        return new JdbcHarness(server, table, EXPIRY_AND_PURGE, JdbcStore::postgresql);
    }

    /** Every command goes by the statements for many. */
    static JdbcHarness postgresqlInBulk(String table) {
        return new JdbcHarness(
                Postgres.server(),
                table,
                EXPIRY_AND_PURGE,
                source -> new JdbcStoreBuilder(source, name -> new PostgresDialect(name, false)));
    }

    static JdbcHarness mariadb(String table) {
        return new JdbcHarness(MariaDb.server(), table, EXPIRY, JdbcStore::mariadb);
    }

    static JdbcHarness mysql(String table) {
        return new JdbcHarness(MySql.server(), table, EXPIRY, JdbcStore::mysql);
    }

    /** MySQL's statements where a server can be had: it proves that they decide rightly, not that MySQL does the same. */
    static JdbcHarness mysqlOnMariadb(String table) {
        return new JdbcHarness(
                MariaDb.server(), table, EXPIRY, source -> new JdbcStoreBuilder(source, MySqlOnMariaDb::new));
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
        String moved = ends.stream()
                .map(end -> ", %1$s = CASE WHEN %1$s = %2$d THEN %1$s ELSE %1$s - %3$d END"
                        .formatted(end, Micros.NEVER, micros))
                .collect(Collectors.joining());
        Database.run(
                one,
                "UPDATE " + table + " SET created_at = created_at - " + micros + ", lease_until = lease_until - "
                        + micros + ", completed_at = completed_at - " + micros + moved);
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
