// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.jdbc.SqliteStore;
import dev.semel.key.KeyMaker;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * New-key cycles (claim and complete, an answer of 1 KiB) on a durable SQLite file, beside a raw log that appends the same
 * bytes with the same batching: round after round of both in one run, on the same disk. Prints the table of
 * docs/performance.md, and fails when the store's median is below half of the log's.
 *
 * <p>{@code java -cp benchmarks.jar dev.semel.benchmarks.SqliteTable [rounds] [seconds] [callers] [folder]}
 */
public final class SqliteTable {

    private static final double BAR = 0.5;
    private static final byte[] BODY = new byte[1_024];
    private static final byte[] CLAIM = new byte[160];
    private static final byte[] COMPLETION = new byte[1_024 + 96];
    private static final Saved ANSWER = Saved.of("application/json", BODY);
    private static final Fingerprint PAYLOAD = Fingerprint.of(BODY);

    /** One caller's cycle. */
    private interface Cycle {
        void run(String key);
    }

    private final int rounds;
    private final Duration length;
    private final int callers;
    private final Path folder;
    private final KeyMaker keys = KeyMaker.uuidV7();
    private final AtomicLong claims = new AtomicLong();

    private SqliteTable(String[] args) throws IOException {
        rounds = args.length > 0 ? Integer.parseInt(args[0]) : 15;
        length = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 2);
        callers = args.length > 2 ? Integer.parseInt(args[2]) : 64;
        Path parent = Path.of(args.length > 3 ? args[3] : System.getProperty("java.io.tmpdir"));
        folder = Files.createTempDirectory(parent, "semel-bench");
    }

    public static void main(String[] args) throws IOException {
        System.exit(new SqliteTable(args).measure() ? 0 : 1);
    }

    private boolean measure() throws IOException {
        List<Double> logs = new ArrayList<>();
        List<Double> stores = new ArrayList<>();
        Path file = folder.resolve("semel.db");
        try (SqliteStore store = SqliteStore.at(file).open();
                RawLog log = new RawLog(folder.resolve("raw.log"))) {
            // The first round of each is for the compiler.
            for (int round = 0; round <= rounds; round++) {
                double raw = cyclesPerSecond(key -> cycle(log));
                double sqlite = cyclesPerSecond(key -> cycle(store, key));
                System.out.printf(Locale.ROOT, "round %d: log %,.0f, SQLite %,.0f%n", round, raw, sqlite);
                if (round > 0) {
                    logs.add(raw);
                    stores.add(sqlite);
                }
            }
        }
        removeFolder();
        return print(Median.of(logs, Double::doubleValue), Median.of(stores, Double::doubleValue));
    }

    /** Gigabytes of records that nobody asks for again. */
    private void removeFolder() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private boolean print(double log, double store) {
        double ratio = store / log;
        System.out.printf(
                Locale.ROOT,
                "%n| callers | raw log, cycles/s | SQLite, cycles/s | ratio | bar |%n|---|---|---|---|---|%n"
                        + "| %d | %,.0f | %,.0f | %.2f | %.2f |%n",
                callers,
                log,
                store,
                ratio,
                BAR);
        if (ratio < BAR) {
            System.out.println("the bar is missed");
        }
        return ratio >= BAR;
    }

    private double cyclesPerSecond(Cycle cycle) {
        AtomicLong done = new AtomicLong();
        long start = System.nanoTime();
        long end = start + length.toNanos();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            Thread thread = new Thread(() -> done.addAndGet(cyclesUntil(end, cycle)));
            thread.start();
            threads.add(thread);
        }
        threads.forEach(SqliteTable::join);
        return done.get() * 1e9 / (System.nanoTime() - start);
    }

    private long cyclesUntil(long end, Cycle cycle) {
        long count = 0;
        while (System.nanoTime() < end) {
            cycle.run(keys.next());
            count++;
        }
        return count;
    }

    private static void cycle(RawLog log) {
        log.append(CLAIM).join();
        log.append(COMPLETION).join();
    }

    private void cycle(SqliteStore store, String key) {
        RecordId id = new RecordId(new Tenant("merchant-1"), "charges.create", new IdempotencyKey(key));
        Duration minutes = Duration.ofMinutes(5);
        Duration day = Duration.ofDays(1);
        ClaimId claimId = new ClaimId(1, claims.incrementAndGet());
        ClaimAnswer granted = store.claim(
                        new Claim(id, PAYLOAD, claimId, Duration.ofSeconds(30), minutes, day, OnDoubt.TAKE, 0, null))
                .toCompletableFuture()
                .join();
        FinishAnswer ended = store.finish(
                        new Finish(id, 1, claimId, new Ending.Save(true, ANSWER, 0), day, OnDoubt.TAKE))
                .toCompletableFuture()
                .join();
        if (!(granted instanceof ClaimAnswer.Granted && ended instanceof FinishAnswer.Applied)) {
            throw new IllegalStateException("a new key must be granted and completed");
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in the middle of a measurement", e);
        }
    }
}
