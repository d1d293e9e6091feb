// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.Ticket;
import dev.semel.key.KeyRules;
import dev.semel.servers.Database;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A process that places orders until it is killed. It is told keys, one in a line, and comes back to each until there is
 * an answer; behind {@value #FALL} stands one over which it falls dead by itself. It says: {@code ready};
 * {@code in key attempt} with the order inserted and not yet committed; {@code out key} when that is over;
 * {@code answered key answer}.
 */
final class KilledWorker {

    static final String RECORDS = "semel_kill";
    static final String ORDERS = "kill_order";
    static final int THREADS = 16;
    static final String FALL = "fall ";

    /** Short, so that what a dead process left is taken over soon. */
    static final Operation PLACE_ORDER = Operation.named("orders.place")
            .keyRules(KeyRules.LENIENT)
            .inDoubt(InDoubt.rerun())
            .lease(Duration.ofMillis(1200))
            .completionWait(Duration.ofSeconds(1))
            .build();

    private static final long COME_BACK_MILLIS = 30;
    private static final Object VOICE = new Object();

    /** Where this process falls, at whichever attempt: a busy machine may let the first one's lease lapse before. */
    private static final Set<String> FALLING = ConcurrentHashMap.newKeySet();

    private final OrderDatabase orders;
    private final HikariDataSource pool;
    private final JdbcStore store;
    private final Idempotency engine;
    private final OrderDesk desk;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    private KilledWorker(Database database, boolean inOneTransaction) {
        pool = database.pool(THREADS + 4);
        orders = OrderDatabase.of(database);
        store = orders.store(pool);
        engine = Idempotency.builder(store)
                .drainTime(Duration.ofSeconds(5))
                .withoutLog()
                .build();
        desk = inOneTransaction ? this::inOneTransaction : this::inTwoCommits;
    }

    /** How an order and its answer are written. */
    private interface OrderDesk {
        Completion place(Ticket ticket, String key) throws Exception;
    }

    /** Arguments: the database's URL, user and password, and whether the order and its answer share a transaction. */
    public static void main(String[] args) throws Exception {
        KilledWorker worker = new KilledWorker(Database.of(args[0], args[1], args[2]), Boolean.parseBoolean(args[3]));
        // A first order loads every class and fills the pool: the process is to be killed at work, not while it starts.
        String first = "warm-up-" + UUID.randomUUID();
        while (!worker.isAnswered(first)) {
            Thread.onSpinWait();
        }
        say("ready");
        worker.workOff();
    }

    static Intent intent(String key) {
        return new Intent(PLACE_ORDER, new Tenant("acme"), new IdempotencyKey(key), Fingerprint.of(key));
    }

    private void workOff() throws IOException, InterruptedException {
        BufferedReader keys = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String key = keys.readLine(); key != null; key = keys.readLine()) {
            String next = key.startsWith(FALL) ? key.substring(FALL.length()) : key;
            if (key.startsWith(FALL)) {
                FALLING.add(next);
            }
            threads.execute(() -> work(next));
        }
        threads.shutdownNow();
        threads.awaitTermination(10, TimeUnit.SECONDS);
        engine.close();
        store.close();
        pool.close();
    }

    private void work(String key) {
        if (!isAnswered(key)) {
            CompletableFuture.delayedExecutor(COME_BACK_MILLIS, TimeUnit.MILLISECONDS, threads)
                    .execute(() -> work(key));
        }
    }

    private boolean isAnswered(String key) {
        try {
            Admission admission = engine.admit(intent(key));
            if (admission instanceof Admission.Run run) {
                return isPlaced(run.ticket(), key);
            }
            if (admission instanceof Admission.Replay replay) {
                answered(key, replay.answer().saved());
                return true;
            }
        } catch (Exception e) {
            System.err.println("an attempt failed: " + e);
        }
        return false;
    }

    private boolean isPlaced(Ticket ticket, String key) throws Exception {
        try {
            if (desk.place(ticket, key) instanceof Completion.Recorded recorded) {
                answered(key, recorded.sighting().record().answer().saved());
                return true;
            }
            return false;
        } finally {
            say("out " + key);
        }
    }

    private Completion inOneTransaction(Ticket ticket, String key) throws Exception {
        TransactionRunner plain = TransactionRunner.over(pool);
        TransactionRunner runner = work -> {
            plain.run(transaction -> {
                work.in(transaction);
                Fall.BEFORE_COMMIT.at(key);
            });
            Fall.AFTER_COMMIT.at(key);
        };
        return Transactions.of(store, runner)
                .run(ticket, transaction -> Outcome.completed(order(transaction, ticket, key)))
                .completion();
    }

    /** Wrong on purpose: a crash between the two commits leaves an order that nobody knows of. */
    private Completion inTwoCommits(Ticket ticket, String key) throws Exception {
        Saved answer;
        try (Connection connection = pool.getConnection()) {
            answer = order(connection, ticket, key);
        }
        Fall.BETWEEN_TWO_COMMITS.at(key);
        return ticket.complete(answer).toCompletableFuture().join();
    }

    /** The order's own number is in the answer: so an answer tells which order it belongs to. */
    private Saved order(Connection connection, Ticket ticket, String key) throws SQLException {
        long number;
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO " + ORDERS + " (reference, attempt, process) VALUES (?, ?, ?) RETURNING number")) {
            statement.setString(1, key);
            statement.setInt(2, ticket.attempt());
            statement.setLong(3, ProcessHandle.current().pid());
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                number = result.getLong(1);
            }
        }
        say("in " + key + " " + ticket.attempt());
        // Work that takes a while, so that there is much to hit.
        try (PreparedStatement work = connection.prepareStatement(orders.work())) {
            work.execute();
        }
        return Saved.of("text/plain", ("order " + number).getBytes(StandardCharsets.UTF_8));
    }

    private static void answered(String key, Saved answer) {
        say("answered " + key + " " + new String(answer.toBytes(), StandardCharsets.UTF_8));
    }

    private static void say(String line) {
        synchronized (VOICE) {
            System.out.println(line);
            System.out.flush();
        }
    }

    /** Where a process falls dead by itself that was told to, over a key that is named after it. */
    enum Fall {
        BEFORE_COMMIT,
        AFTER_COMMIT,
        BETWEEN_TWO_COMMITS;

        void at(String key) {
            if (key.startsWith(name()) && FALLING.contains(key)) {
                Runtime.getRuntime().halt(Child.KILLED);
            }
        }
    }
}
