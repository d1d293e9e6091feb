// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.console.Console;
import dev.semel.console.ConsoleRequest;
import dev.semel.http.HttpAnswer;
import dev.semel.http.RequestHead;
import dev.semel.jdbc.JdbcStore;
import dev.semel.jdbc.SqliteStore;
import dev.semel.key.KeyMaker;
import dev.semel.memory.MemoryStore;
import dev.semel.redis.RedisStore;
import dev.semel.servers.MariaDb;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What somebody who looks through the records costs those who claim. Claims come at a fixed rate, and each is timed from the
 * instant at which it was due. Windows of a second with somebody who looks alternate with windows without, in one run and in
 * changing order; the ratio is the median of neighbours, so that whatever else goes on meets both. Who looks either reads, page
 * after page, one in each second, beside the overview that a page which is open asks for; or searches for what is rare, by one
 * request after the other with a rest as long as the last one took and 200 ms at the least, which the console's page does for its first forty; or hurries
 * from one request to the next, which only a program would. Or somebody works in the inbox: reads the store's list of what waits for a decision, one
 * record of it and the overview, in each second; and <em>walks</em> besides, a page of a look through all records in each second, which
 * the console's page does until it has found what the list lacks. In brackets is where 95 of 100 such medians lie that are drawn anew from the same pairs. The last
 * two numbers are how long a page took, in the middle and at p99.
 *
 * <p>Arguments: the store ({@code memory}, {@code sqlite}, {@code postgresql}, {@code mariadb}, {@code redis}), records in it
 * (100,000), pairs of windows (25), claims in a second (1,000), who looks ({@code reads}, {@code searches},
 * {@code hurries}, {@code works} or {@code walks}), seconds to warm up while somebody looks (8).
 */
public final class BrowsingTable {

    private static final Duration RETENTION = Duration.ofDays(1);
    private static final int AT_ONCE = 256;

    /** Compilers take milliseconds of each second while code is new, as many as a search does: the longer, the truer. */
    private static final int WARM_UP_SECONDS = 8;

    /** Of two cores, compilers take a good part while code is new: with fewer looks the table showed theirs. */
    private static final int WARM_UP_LOOKS = 300;

    private static final Saved ANSWER = Saved.of("text/plain", new byte[1024]);
    private static final List<String> QUESTIONS = List.of(
            "{\"settleable\":true%s}", "{\"size\":50%s}", "{\"states\":[\"COMPLETED\"],\"olderThanSeconds\":60%s}");
    private static final int RARE = 0;

    /** What the inbox asks for where the store keeps a list, and so many records are on it. */
    private static final String LISTED = "{\"settleable\":true,\"listed\":true}";

    private static final int DOUBTS = 20;

    /** As the console's page does it. */
    private static final long SHORTEST_REST = Duration.ofMillis(200).toNanos();

    private static final Pattern REF = Pattern.compile("\"ref\":\"([^\"]+)\"");
    private static final Pattern NEXT = Pattern.compile("\"next\":\"([^\"]+)\"");

    private final KeyMaker keys = KeyMaker.uuidV4();
    private final AtomicInteger sequence = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    /** Where each question goes on: a place is one of the question that it was given for. */
    private final String[] places = new String[QUESTIONS.size()];

    /** How long each page took whoever waited for it. */
    private final Queue<Long> pages = new ConcurrentLinkedQueue<>();

    private final IdempotencyStore store;
    private final Console console;
    private final String csrf;

    private BrowsingTable(IdempotencyStore store) {
        this.store = store;
        Arrays.fill(places, "");
        this.console = Console.builder(store).build();
        String session = ask("GET", "api/session", "", "");
        this.csrf = session.replaceFirst("(?s).*\"csrf\":\"([^\"]+)\".*", "$1");
    }

    public static void main(String[] args) throws Exception {
        String kind = args.length > 0 ? args[0] : "memory";
        int records = number(args, 1, 100_000);
        switch (kind) {
            case "memory" -> new BrowsingTable(MemoryStore.holding(2 * records + 1_000_000)).run(kind, records, args);
            case "sqlite" -> {
                try (SqliteStore store = SqliteStore.at(
                                Files.createTempDirectory("semel-browsing").resolve("semel.db"))
                        .open()) {
                    new BrowsingTable(store).run(kind, records, args);
                }
            }
            case "postgresql" -> {
                try (EmbeddedPostgres server = PostgresTable.start();
                        HikariDataSource pool = PostgresTable.pool(server, 4);
                        JdbcStore store = JdbcStore.postgresql(pool).build()) {
                    store.schema().create();
                    new BrowsingTable(store).run(kind, records, args);
                }
            }
            case "mariadb" -> {
                try (HikariDataSource pool = MariaDb.server().pool(4);
                        JdbcStore store = JdbcStore.mariadb(pool).build()) {
                    store.schema().create();
                    new BrowsingTable(store).run(kind, records, args);
                }
            }
            default -> {
                try (RedisServer redis = new RedisServer();
                        RedisStore store = RedisStore.at(redis.uri()).build()) {
                    new BrowsingTable(store).run(kind, records, args);
                }
            }
        }
    }

    private static int number(String[] args, int place, int otherwise) {
        return args.length > place ? Integer.parseInt(args[place]) : otherwise;
    }

    private void run(String kind, int records, String[] args) throws Exception {
        int pairs = number(args, 2, 25);
        int rate = number(args, 3, 1_000);
        String who = args.length > 4 ? args[4] : "reads";
        Runnable looking = switch (who) {
            case "reads" -> this::read;
            case "searches" -> () -> search(true);
            case "hurries" -> () -> search(false);
            case "works" -> () -> work(false);
            case "walks" -> () -> work(true);
            default ->
                throw new IllegalArgumentException("who looks reads, searches, hurries, works or walks, not " + who);
        };
        fill(records);
        for (int i = 0; i < DOUBTS; i++) {
            doubt();
        }
        boolean hasInbox = who.equals("works") || who.equals("walks");
        for (int i = 0; i < WARM_UP_LOOKS; i++) {
            if (hasInbox) {
                openInbox();
            } else {
                look();
            }
        }
        load(rate, number(args, 5, WARM_UP_SECONDS), looking);
        pages.clear();
        List<long[]> quiet = new ArrayList<>();
        List<long[]> browsed = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            boolean quietFirst = pair % 2 == 0;
            (quietFirst ? quiet : browsed).add(load(rate, 1, quietFirst ? BrowsingTable::nobody : looking));
            (quietFirst ? browsed : quiet).add(load(rate, 1, quietFirst ? looking : BrowsingTable::nobody));
        }
        Median.Range range = Median.range(ratios(quiet, browsed, 0));
        System.out.printf(
                "| %s, %s, %d pairs | %,d | %,d → %,d µs | %,d → %,d µs | %.2f (%.2f to %.2f) | %.2f | %,d, %,d µs |%n",
                kind,
                who,
                pairs,
                records,
                at(all(quiet), 0.5),
                at(all(browsed), 0.5),
                Math.round(typical(quiet, 0.99)),
                Math.round(typical(browsed, 0.99)),
                Median.of(Arrays.stream(ratios(quiet, browsed, 0))),
                range.from(),
                range.to(),
                Median.of(Arrays.stream(ratios(quiet, quiet, 1))),
                at(pages(), 0.5),
                at(pages(), 0.99));
    }

    private long[] pages() {
        return pages.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    private static long[] all(List<long[]> windows) {
        return windows.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    }

    /** A window's quantile, in the middle of all windows: one in which the machine had something else to do does not decide. */
    private static double typical(List<long[]> windows, double share) {
        return Median.of(windows, window -> at(window, share));
    }

    /** The ratios of p99 of neighbours: of the second list, so many windows later, and of the first. */
    private static double[] ratios(List<long[]> first, List<long[]> second, int later) {
        return IntStream.range(0, first.size() - later)
                .mapToDouble(i -> (double) at(second.get(i + later), 0.99) / at(first.get(i), 0.99))
                .toArray();
    }

    private static long at(long[] sorted, double share) {
        return sorted[(int) (share * (sorted.length - 1))] / 1_000;
    }

    private void fill(int records) throws InterruptedException {
        Semaphore open = new Semaphore(AT_ONCE);
        for (int i = 0; i < records; i++) {
            open.acquire();
            cycle().whenComplete((done, failure) -> open.release());
        }
        open.acquire(AT_ONCE);
    }

    private void doubt() {
        Claim claim = claim();
        store.claim(claim).toCompletableFuture().join();
        store.finish(new Finish(claim.id(), 1, claim.claimId(), new Ending.Doubt(), RETENTION, OnDoubt.HOLD))
                .toCompletableFuture()
                .join();
    }

    private CompletionStage<?> cycle() {
        Claim claim = claim();
        return store.claim(claim).thenCompose(granted -> finish(claim));
    }

    private Claim claim() {
        RecordId id = new RecordId(Tenant.sole(), "charges.create", new IdempotencyKey(keys.next()));
        return new Claim(
                id,
                Fingerprint.of("x"),
                new ClaimId(1, sequence.incrementAndGet()),
                Duration.ofSeconds(30),
                Duration.ofMinutes(15),
                RETENTION,
                OnDoubt.TAKE,
                0,
                null);
    }

    private CompletionStage<?> finish(Claim claim) {
        return store.finish(
                new Finish(claim.id(), 1, claim.claimId(), new Ending.Save(true, ANSWER, 0), RETENTION, OnDoubt.TAKE));
    }

    /** Sorted times of all claims, in nanoseconds, from when each was due. */
    private long[] load(int rate, int seconds, Runnable looks) throws InterruptedException, ExecutionException {
        long[] took = new long[rate * seconds];
        Semaphore open = new Semaphore(0);
        FutureTask<Void> looking = new FutureTask<>(looks, null);
        Thread browser = new Thread(looking);
        browser.setDaemon(true);
        browser.start();
        long begin = System.nanoTime();
        for (int i = 0; i < took.length; i++) {
            time(took, i, begin + i * 1_000_000_000L / rate, open);
        }
        open.acquire(took.length);
        browser.interrupt();
        looking.get();
        Arrays.sort(took);
        return took;
    }

    private void time(long[] took, int place, long due, Semaphore open) {
        while (System.nanoTime() < due) {
            LockSupport.parkNanos(due - System.nanoTime());
        }
        Claim claim = claim();
        store.claim(claim).whenComplete((granted, failure) -> {
            took[place] = System.nanoTime() - due;
            finish(claim).whenComplete((done, problem) -> open.release());
        });
    }

    private static void nobody() {
        // Nobody looks.
    }

    /** A page that is open: the overview, and records in turn, page by page. */
    private void read() {
        while (!Thread.currentThread().isInterrupted()) {
            look();
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
        }
    }

    /** A page that looks for what is not there, as long as it takes. */
    private void search(boolean rests) {
        ask("GET", "api/overview", "", csrf);
        while (!Thread.currentThread().isInterrupted()) {
            long took = look(RARE);
            if (rests) {
                LockSupport.parkNanos(Math.max(SHORTEST_REST, took));
            }
        }
    }

    /** Somebody who has the inbox open, and looks at what is there. */
    private void work(boolean walks) {
        while (!Thread.currentThread().isInterrupted()) {
            openInbox();
            if (walks) {
                look(RARE);
            }
            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
        }
    }

    private void openInbox() {
        ask("GET", "api/overview", "", csrf);
        long begin = System.nanoTime();
        String inbox = ask("POST", "api/records/search", LISTED, csrf);
        pages.add(System.nanoTime() - begin);
        List<String> refs =
                REF.matcher(inbox).results().map(found -> found.group(1)).toList();
        if (refs.size() != DOUBTS || !inbox.contains("\"listed\":true")) {
            throw new IllegalStateException(
                    "the inbox shows " + refs.size() + " records and not " + DOUBTS + ": " + inbox);
        }
        String found = ask("POST", "api/records/find", "{\"ref\":\"" + refs.get(0) + "\"}", csrf);
        if (!found.contains("IN_DOUBT")) {
            throw new IllegalStateException("this is not in doubt: " + found);
        }
    }

    private void look() {
        ask("GET", "api/overview", "", csrf);
        look(looks.getAndIncrement() % QUESTIONS.size());
    }

    /** How long it took. */
    private long look(int turn) {
        String question = QUESTIONS.get(turn).formatted(places[turn]);
        long begin = System.nanoTime();
        Matcher next = NEXT.matcher(ask("POST", "api/records/search", question, csrf));
        long took = System.nanoTime() - begin;
        pages.add(took);
        places[turn] = next.find() ? ",\"after\":\"" + next.group(1) + "\"" : "";
        return took;
    }

    private String ask(String method, String path, String body, String token) {
        RequestHead head =
                new Head(method, Map.of("Host", "localhost", "Content-Type", "application/json", "Semel-Csrf", token));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        HttpAnswer answer = console.handle(new ConsoleRequest(head, path, bytes, "", false))
                .toCompletableFuture()
                .join();
        String text = new String(answer.toBytes(), StandardCharsets.UTF_8);
        if (answer.status() != 200) {
            // A look that is refused costs nothing, and would make the numbers look good.
            throw new IllegalStateException(path + " was answered " + answer.status() + ": " + text);
        }
        return text;
    }

    private record Head(String method, Map<String, String> headers) implements RequestHead {

        @Override
        public String path() {
            return "";
        }

        @Override
        public String query() {
            return "";
        }

        @Override
        public List<String> header(String name) {
            return headers.containsKey(name) ? List.of(headers.get(name)) : List.of();
        }
    }
}
