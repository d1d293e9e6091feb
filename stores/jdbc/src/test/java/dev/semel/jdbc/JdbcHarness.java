// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.contracts.StoreHarness;
import dev.semel.servers.Database;
import dev.semel.servers.MariaDb;
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
import org.jspecify.annotations.Nullable;

/**
 * A table of its own for each test class, and two stores on it with a pool each, as two processes have them. The tests of a
 * class follow each other on the same stores: to connect eight times for each of them would take longer than they do.
 */
final class JdbcHarness implements StoreHarness {

    private static final Clock POSTGRESQL =
            new Clock(List.of("expires_at", "purge_from"), "(date_part('epoch', clock_timestamp()) * 1000000)::bigint");

    private static final Clock MARIADB =
            new Clock(List.of("expires_at"), "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))");

    /** The columns that say when a record ends, and the server's instant. */
    private record Clock(List<String> ends, String now) {}

    private static @Nullable JdbcHarness last;

    private final Database database;
    private final String table;
    private final Clock clock;
    private final HikariDataSource one;
    private final HikariDataSource two;
    private final JdbcStore store;
    private final JdbcStore another;

    private JdbcHarness(Database database, String table, Clock clock, Function<DataSource, JdbcStoreBuilder> builder) {
        this.database = database;
        this.table = table;
        this.clock = clock;
        this.one = database.pool(4);
        this.two = database.pool(4);
        this.store = patient(builder.apply(one));
        this.another = patient(builder.apply(two));
        store.schema().create();
    }

    /** A disk that a busy machine lets wait is no reason for a test to fail. */
    private JdbcStore patient(JdbcStoreBuilder builder) {
        return builder.table(table).callLimit(Duration.ofMinutes(1)).build();
    }

    /** The one of the test before if it was of the same class, without its records. */
    private static synchronized JdbcHarness on(
            Database database, String table, Clock clock, Function<DataSource, JdbcStoreBuilder> builder) {
        if (last != null && (!last.database.equals(database) || !last.table.equals(table))) {
            last.end();
            last = null;
        }
        if (last == null) {
            last = new JdbcHarness(database, table, clock, builder);
        }
        Database.run(last.one, "DELETE FROM " + table);
        return last;
    }

    static JdbcHarness postgresql(Database server, String table) {
        return on(server, table, POSTGRESQL, JdbcStore::postgresql);
    }

    /** A server that refuses what PostgreSQL's relatives do not know. */
    static JdbcHarness relative(Database server, String table) {
        return on(
                server, table, POSTGRESQL, source -> JdbcStore.postgresql(new WatchedSource(source, Relative::refuse)));
    }

    /** Every command goes by the statements for many. */
    static JdbcHarness postgresqlInBulk(String table) {
        return on(
                Postgres.server(),
                table,
                POSTGRESQL,
                source -> new JdbcStoreBuilder(
                        source, name -> new PostgresDialect(name, PostgresKind.POSTGRESQL_IN_BULK)));
    }

    static JdbcHarness mariadb(String table) {
        return on(MariaDb.server(), table, MARIADB, JdbcStore::mariadb);
    }

    static JdbcHarness mysql(String table) {
        return on(MySql.server(), table, MARIADB, JdbcStore::mysql);
    }

    /** MySQL's statements where a server can be had: it proves that they decide rightly, not that MySQL does the same. */
    static JdbcHarness mysqlOnMariadb(String table) {
        return on(MariaDb.server(), table, MARIADB, source -> new JdbcStoreBuilder(source, MySqlOnMariaDb::new));
    }

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public IdempotencyStore another() {
        return another;
    }

    /** What has expired is gone, and needs no ageing: else every test would rewrite the records of all before it. */
    @Override
    public void elapse(Duration duration) {
        long micros = Micros.of(duration);
        String moved = clock.ends.stream()
                .map(end -> ", %1$s = CASE WHEN %1$s = %2$d THEN %1$s ELSE %1$s - %3$d END"
                        .formatted(end, Micros.NEVER, micros))
                .collect(Collectors.joining());
        Database.run(
                one,
                "UPDATE " + table + " SET created_at = created_at - " + micros + ", lease_until = lease_until - "
                        + micros + ", completed_at = completed_at - " + micros + moved + " WHERE expires_at > "
                        + clock.now);
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

    /** Stays for the next test. */
    @Override
    public void close() {}

    private void end() {
        store.close();
        another.close();
        one.close();
        two.close();
    }
}
