// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Tenant;
import dev.semel.servers.Database;
import dev.semel.servers.MariaDb;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A session of the application's own making, on MariaDB")
class MariaDbSessionTest {

    private static final String TABLE = "semel_sessions";
    private static final String NOW = "SELECT CAST(UNIX_TIMESTAMP(NOW(6)) * 1000000 AS SIGNED)";

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"+13:00", "-11:30", "Semel/Twice"})
    @DisplayName("R12: may have any time zone, even one whose clocks were turned back half an hour ago")
    void timeZones(String zone) throws SQLException {
        try (MariaDbBench utc = new MariaDbBench(MariaDb.with("time_zone='+00:00'"), TABLE)) {
            turnBack(utc);
            try (MariaDbBench there = new MariaDbBench(MariaDb.with("time_zone='" + zone + "'"), TABLE)) {
                long before = utc.number(NOW);
                Instant began = beginning(there);
                assertThat(Micros.of(began)).isBetween(before, utc.number(NOW));
            }
        }
    }

    /** A zone in which every local time of this hour has been before: two hours ahead of UTC until then, one since. */
    private static void turnBack(MariaDbBench bench) {
        Database.run(bench.pool, "REPLACE INTO mysql.time_zone_name VALUES ('Semel/Twice', 4711)");
        Database.run(bench.pool, "REPLACE INTO mysql.time_zone VALUES (4711, 'N')");
        Database.run(
                bench.pool,
                "REPLACE INTO mysql.time_zone_transition_type VALUES (4711, 0, 7200, 1, 'ST'), (4711, 1, 3600, 0, 'WT')");
        Database.run(
                bench.pool,
                "INSERT IGNORE INTO mysql.time_zone_transition VALUES (4711, 0, 0),"
                        + " (4711, UNIX_TIMESTAMP() - 1800, 1)");
    }

    private static Instant beginning(MariaDbBench bench) throws SQLException {
        try (Connection connection = bench.connect()) {
            Reply<ClaimAnswer> reply = bench.dialect
                    .claim(connection, List.of(Commands.claim(Commands.freshId())))
                    .get(0);
            ClaimAnswer answer = ((Reply.Answered<ClaimAnswer>) reply).answer();
            return ((ClaimAnswer.Granted) answer).sighting().record().createdAt();
        }
    }

    @Test
    @DisplayName("R23, T19: may compare without case, blanks and accents, and still every tenant has keys of its own")
    void collations() throws SQLException {
        try (MariaDbBench bench = new MariaDbBench(MariaDb.with("collation_connection='utf8mb4_general_ci'"), TABLE);
                Connection connection = bench.connect()) {
            RecordId some = Commands.freshId();
            List<Claim> claims = Stream.of("Zoë", "zoë", "Zoe", "Zoe\u0308", "Zoë ", "ZOË", "Ｚoë", "𝒵oë")
                    .map(tenant -> new RecordId(new Tenant(tenant), some.operation(), some.key()))
                    .map(Commands::claim)
                    .toList();
            assertThat(bench.dialect.claim(connection, claims))
                    .allSatisfy(reply -> assertThat(((Reply.Answered<ClaimAnswer>) reply).answer())
                            .isInstanceOf(ClaimAnswer.Granted.class));
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "sql_mode='ANSI,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,STRICT_ALL_TABLES'",
                "sql_mode='ORACLE'",
                "sql_mode='SIMULTANEOUS_ASSIGNMENT'",
                "sql_mode=''",
                "transaction_isolation='READ-UNCOMMITTED'",
                "transaction_isolation='SERIALIZABLE'",
                "innodb_snapshot_isolation=ON",
                "sql_mode='ANSI_QUOTES,PAD_CHAR_TO_FULL_LENGTH,NO_UNSIGNED_SUBTRACTION,HIGH_NOT_PRECEDENCE'",
                "collation_connection='latin1_swedish_ci'",
                "sql_select_limit=1",
                "sql_safe_updates=1",
                "autocommit=0"
            })
    @DisplayName("R1, R10: may have settings of its own: a key is granted, lost, taken over and completed as ever")
    void settings(String setting) throws SQLException {
        try (MariaDbBench bench = new MariaDbBench(MariaDb.with(setting), TABLE)) {
            wholeLife(bench);
        }
    }

    @Test
    @DisplayName("R1, R10: may prepare its statements on the server")
    void serverPrepared() throws SQLException {
        Database server = MariaDb.server();
        String url = server.url() + (server.url().contains("?") ? "&" : "?") + "useServerPrepStmts=true";
        try (MariaDbBench bench = new MariaDbBench(new Database(url, server.user(), server.password()), TABLE)) {
            wholeLife(bench);
        }
    }

    @Test
    @DisplayName("R27: needs no rights but those on its own table")
    void leastRights() throws SQLException {
        Database server = MariaDb.server();
        try (MariaDbBench all = new MariaDbBench(server, TABLE)) {
            // A fresh server has a nameless user on localhost, who would come first.
            for (String user : List.of("'semel_least'@'%'", "'semel_least'@'localhost'")) {
                Database.run(all.pool, "CREATE USER IF NOT EXISTS " + user + " IDENTIFIED BY 'least'");
                Database.run(all.pool, "GRANT SELECT, INSERT, UPDATE, DELETE ON " + TABLE + " TO " + user);
                Database.run(all.pool, "GRANT SELECT ON " + TABLE + "_schema TO " + user);
            }
        }
        String url = server.url().replaceFirst("\\?.*", "");
        try (MariaDbBench least = new MariaDbBench(new Database(url, "semel_least", "least"), TABLE)) {
            wholeLife(least);
        }
    }

    private static void wholeLife(MariaDbBench bench) throws SQLException {
        byte[] large = new byte[200_000];
        Arrays.fill(large, (byte) '\\');
        Claim first = bench.granted();
        bench.elapse(first, Duration.ofMinutes(2));
        Claim second = Commands.claim(first.id());
        try (Connection store = bench.connect()) {
            assertThat(answer(bench.dialect.claim(store, List.of(second)).get(0)))
                    .isInstanceOfSatisfying(
                            ClaimAnswer.Granted.class,
                            granted -> assertThat(granted.sighting()
                                            .record()
                                            .history()
                                            .lines())
                                    .hasSize(2));
            assertThat(answer(bench.dialect
                            .finish(store, List.of(Commands.completes(first, "late")))
                            .get(0)))
                    .isInstanceOf(FinishAnswer.Fenced.class);
            Claim other = bench.granted();
            List<Reply<FinishAnswer>> replies = bench.dialect.finish(
                    store, List.of(Commands.completes(other, "short"), Commands.completes(bench.granted(), large)));
            assertThat(replies).allSatisfy(reply -> assertThat(answer(reply)).isInstanceOf(FinishAnswer.Applied.class));
            assertThat(answer(bench.dialect
                            .claim(store, List.of(Commands.claim(other.id())))
                            .get(0)))
                    .isInstanceOf(ClaimAnswer.Final.class);
            bench.elapse(other, Duration.ofDays(2));
            assertThat(bench.dialect.purge(store, 1)).isEqualTo(1);
        }
    }

    private static <A> A answer(Reply<A> reply) {
        return ((Reply.Answered<A>) reply).answer();
    }
}
