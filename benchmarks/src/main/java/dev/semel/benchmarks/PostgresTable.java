// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.semel.jdbc.JdbcStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The PostgreSQL store beside the straightforward design, one statement per call on a pool of sixteen: rounds of both by
 * turns, on one durable server, with answers of 1 KiB. Prints a table and fails when a bar is missed.
 *
 * <p>Arguments: rounds (5) and seconds of each part (4). {@code SEMEL_POSTGRESQL_URL} measures on another server.
 */
public final class PostgresTable {

    private static final int LOG_MEGABYTES = 4_000;

    private final int rounds;
    private final Duration part;
    private final StoreCycles semel;
    private final PlainCycles plain;
    private final List<String> missed = new ArrayList<>();

    private PostgresTable(int rounds, Duration part, StoreCycles semel, PlainCycles plain) {
        this.rounds = rounds;
        this.part = part;
        this.semel = semel;
        this.plain = plain;
    }

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 4;
        List<String> missed;
        try (EmbeddedPostgres server = start();
                HikariDataSource few = pool(server, 4);
                HikariDataSource many = pool(server, 16);
                JdbcStore store = JdbcStore.postgresql(few).build()) {
            store.schema().create();
            PlainCycles plain = PlainCycles.on(many);
            StoreCycles semel = new StoreCycles(store);
            missed = new PostgresTable(rounds, Duration.ofSeconds(seconds), semel, plain).run();
        }
        if (!missed.isEmpty()) {
            System.out.println("missed: " + missed);
            System.exit(1);
        }
    }

    static EmbeddedPostgres start() throws Exception {
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("shared_buffers", "512MB")
                .setServerConfig("min_wal_size", "4GB")
                .setServerConfig("max_wal_size", "8GB")
                .start();
        reuseLog(server);
        return server;
    }

    /**
     * A server that has run for a while writes its log into files that it has used before; a new one makes them, which is to write
     * everything twice. Both designs are measured as they will be on the second day.
     */
    private static void reuseLog(EmbeddedPostgres server) throws Exception {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < LOG_MEGABYTES; i++) {
                statement.execute("SELECT pg_logical_emit_message(false, 'semel', repeat('x', 1000000))");
            }
            statement.execute("CHECKPOINT");
        }
    }

    static HikariDataSource pool(EmbeddedPostgres server, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.getJdbcUrl("postgres", "postgres"));
        config.setUsername("postgres");
        config.setMaximumPoolSize(size);
        return new HikariDataSource(config);
    }

    private List<String> run() throws Exception {
        warmUp();
        System.out.println("| callers | one statement per call | store | ratio | bar |\n|---|---|---|---|---|");
        compare("1, new keys/s", 1, 0.85, plain::newKey, semel::newKey);
        compare("64, new keys/s", 64, 2.2, plain::newKey, semel::newKey);
        compare("256, new keys/s", 256, 4.5, plain::newKey, semel::newKey);
        asynchronous("new keys/s", 256, 7, plain::newKey, semel::newKeyAsync);
        List<String> keys = semel.known(plain, 5_000);
        compare("64, replays/s", 64, 3, () -> plain.replay(keys), () -> semel.replay(keys));
        asynchronous("replays/s", 64, 3, () -> plain.replay(keys), done -> semel.replayAsync(keys, done));
        return missed;
    }

    private void warmUp() throws Exception {
        for (int i = 0; i < 2; i++) {
            Load.ofThreads(64, Duration.ofSeconds(3), plain::newKey);
            Load.ofThreads(64, Duration.ofSeconds(3), semel::newKey);
            Load.ofThreads(1, Duration.ofSeconds(2), semel::newKey);
        }
        semel.purge();
    }

    private void compare(String what, int callers, double bar, Load.Cycle plainly, Load.Cycle ours) throws Exception {
        List<Load> theirs = new ArrayList<>();
        List<Load> mine = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            theirs.add(Load.ofThreads(callers, part, plainly));
            mine.add(Load.ofThreads(callers, part, ours));
        }
        forgetWarmUp(theirs, mine);
        line(what, theirs, mine, bar);
        if (callers == 256) {
            double ratio = Median.ofRatios(mine, theirs, Load::p99);
            System.out.printf(
                    "| 256, p99 in ms | %.1f | %.1f | %.2f | at most 0.5 |%n",
                    Median.of(theirs, Load::p99) / 1_000, Median.of(mine, Load::p99) / 1_000, ratio);
            miss("p99", ratio <= 0.5);
        }
    }

    /** The plain design has a thread for each caller in any case. */
    private void asynchronous(String what, int callers, double bar, Load.Cycle plainly, Load.AsyncCycle ours)
            throws Exception {
        List<Load> theirs = new ArrayList<>();
        List<Load> mine = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            theirs.add(Load.ofThreads(callers, part, plainly));
            mine.add(Load.ofChains(callers, part, ours));
        }
        forgetWarmUp(theirs, mine);
        line(callers + " asynchronous, " + what, theirs, mine, bar);
    }

    /** The first round of each comparison belongs to the compiler, which two busy cores leave little time. */
    private static void forgetWarmUp(List<Load> theirs, List<Load> mine) {
        theirs.remove(0);
        mine.remove(0);
    }

    private void line(String what, List<Load> theirs, List<Load> mine, double bar) {
        double ratio = Median.ofRatios(mine, theirs, Load::perSecond);
        System.out.printf(
                "| %s | %,.0f | %,.0f | %.2f | at least %s |%n",
                what, Median.of(theirs, Load::perSecond), Median.of(mine, Load::perSecond), ratio, bar);
        miss(what, ratio >= bar);
    }

    private void miss(String what, boolean held) {
        if (!held) {
            missed.add(what);
        }
    }
}
