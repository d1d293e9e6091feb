// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.jdbc.JdbcStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * What the purge of 5,000 expiring records a second does to the claims beside it: rounds with and without it by turns, 64
 * callers that each begin 20 new keys a second. Prints the p99 of both, and fails when the purge costs more than a fifth.
 *
 * <p>Arguments: rounds (5) and seconds of each part (8).
 */
public final class PurgeTable {

    private static final int EXPIRING_PER_SECOND = 5_000;
    private static final int BATCH = 500;
    private static final double MOST = 1.2;

    private PurgeTable() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 8;
        double ratio;
        try (EmbeddedPostgres server = PostgresTable.start();
                HikariDataSource pool = PostgresTable.pool(server, 8);
                JdbcStore store = JdbcStore.postgresql(pool).build()) {
            store.schema().create();
            ratio = measure(store, pool, rounds, seconds);
        }
        if (ratio > MOST) {
            System.out.println("missed: the purge costs the claims more than a fifth of their p99");
            System.exit(1);
        }
    }

    private static double measure(JdbcStore store, DataSource pool, int rounds, int seconds) throws Exception {
        StoreCycles cycles = new StoreCycles(store);
        Duration part = Duration.ofSeconds(seconds);
        Load.paced(64, 50, part, cycles::newKey);
        List<Load> without = new ArrayList<>();
        List<Load> with = new ArrayList<>();
        AtomicLong purged = new AtomicLong();
        for (int round = 0; round < rounds; round++) {
            without.add(Load.paced(64, 50, part, cycles::newKey));
            expire(pool, round, EXPIRING_PER_SECOND * seconds);
            ScheduledExecutorService purger = Executors.newSingleThreadScheduledExecutor();
            ScheduledFuture<?> purging = purger.scheduleAtFixedRate(
                    () -> purged.addAndGet(
                            store.purge(BATCH).toCompletableFuture().join()),
                    0,
                    1_000L * BATCH / EXPIRING_PER_SECOND,
                    TimeUnit.MILLISECONDS);
            with.add(Load.paced(64, 50, part, cycles::newKey));
            purging.cancel(false);
            purger.shutdown();
            require(purger.awaitTermination(1, TimeUnit.MINUTES));
        }
        double ratio = Median.ofRatios(with, without, Load::p99);
        System.out.printf(
                Locale.ROOT,
                "| new keys beside a purge of %,d/s (%,.0f removed a second) | p99 %.1f ms | p99 %.1f ms without | %.2f | at most %s |%n",
                EXPIRING_PER_SECOND,
                purged.get() / (double) (rounds * seconds),
                Median.of(with, Load::p99) / 1_000,
                Median.of(without, Load::p99) / 1_000,
                ratio,
                MOST);
        return ratio;
    }

    private static void require(boolean ended) {
        if (!ended) {
            throw new IllegalStateException("the purge does not end");
        }
    }

    /** Records as they are after their retention, with answers of 1 KiB. */
    private static void expire(DataSource pool, int round, int count) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO semel_record SELECT 'acme', 'charges.create', 'expired-" + round
                    + "-' || i, 1, 'COMPLETED', '\\x00', 1, 0, i, 'FIRST', 1, 2, 3 + i, 3 + i, '', true, 1, 0, 2, 'text/plain', false,"
                    + " decode(repeat('ab', 1024), 'hex') FROM generate_series(1, " + count + ") i");
            statement.execute("CHECKPOINT");
        }
    }
}
