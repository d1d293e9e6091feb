// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.redis.RedisStore;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The Redis store beside the bare driver doing the same two commands: rounds of both by turns, on one server, with answers
 * of 1 KiB; the ratios are medians of neighbours. Prints a table and fails when a bar is missed.
 *
 * <p>Arguments: rounds (5) and seconds of each part (2).
 */
public final class RedisTable {

    private static final int KNOWN = 5_000;
    private static final int WAITS = 40;
    private static final int WARM_UP = 4;
    private static final int FIRST_ROUNDS = 8;

    private final int rounds;
    private final Duration part;
    private final StoreCycles semel;
    private final RawRedis raw;
    private final List<String> missed = new ArrayList<>();

    private RedisTable(int rounds, Duration part, StoreCycles semel, RawRedis raw) {
        this.rounds = rounds;
        this.part = part;
        this.semel = semel;
        this.raw = raw;
    }

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        List<String> missed;
        try (RedisServer server = new RedisServer();
                RawRedis raw = new RawRedis(server.uri());
                RedisStore store = RedisStore.at(server.uri()).build()) {
            RedisTable table = new RedisTable(rounds, Duration.ofSeconds(seconds), new StoreCycles(store), raw);
            table.run();
            try (EngineCycles engine = new EngineCycles(new Unheard(store))) {
                table.cpu(engine);
            }
            // Last: from here on endings are told.
            try (RedisWaiters waiters = new RedisWaiters(server.uri())) {
                table.waiters(waiters);
            }
            missed = table.missed;
        }
        if (!missed.isEmpty()) {
            System.out.println("missed: " + missed);
            System.exit(1);
        }
    }

    private void run() throws Exception {
        // The compiler needs its time: a cold store looks slower than it is, since it has more code than the bare
        // driver.
        for (int i = 0; i < FIRST_ROUNDS; i++) {
            Load.ofChains(64, part, raw::newKeyAsync);
            Load.ofChains(64, part, semel::newKeyAsync);
            raw.forgetAll();
        }
        System.out.println("| callers | bare driver | store | ratio | bar |\n|---|---|---|---|---|");
        compare("64 asynchronous, new keys/s", 64, 0.8, raw::newKeyAsync, semel::newKeyAsync);
        compare("256 asynchronous, new keys/s", 256, 0.8, raw::newKeyAsync, semel::newKeyAsync);
        alone();
        raw.forgetAll();
        List<String> keys = semel.known(KNOWN);
        raw.complete(keys);
        Load.AsyncCycle theirs = done -> raw.replayAsync(keys, done);
        Load.AsyncCycle ours = done -> semel.replayAsync(keys, done);
        line("64 asynchronous, replays/s", chains(64, theirs, ours, false), 0.85, Load::perSecond);
        line("256 asynchronous, replays/s", chains(256, theirs, ours, false), 0.85, Load::perSecond);
    }

    /** What engine, store and codec take from the processor above the bare driver, in the application's process. */
    private void cpu(EngineCycles engine) throws Exception {
        double[] theirs = new double[rounds];
        double[] ours = new double[rounds];
        for (int round = 0; round < WARM_UP; round++) {
            cpuOf(engine::newKeyAsync);
            raw.forgetAll();
        }
        for (int round = 0; round < rounds; round++) {
            if (round % 2 == 0) {
                theirs[round] = cpuOf(raw::newKeyAsync);
                ours[round] = cpuOf(engine::newKeyAsync);
            } else {
                ours[round] = cpuOf(engine::newKeyAsync);
                theirs[round] = cpuOf(raw::newKeyAsync);
            }
            raw.forgetAll();
        }
        double bare = Median.of(Arrays.stream(theirs));
        double whole = Median.of(Arrays.stream(ours));
        double more = Median.of(IntStream.range(0, rounds).mapToDouble(round -> ours[round] - theirs[round]));
        System.out.printf(
                "| 64 asynchronous, µs of CPU for a new key through the engine; more: of neighbours | %.1f | %.1f | %+.1f | at most 3 more |%n",
                bare, whole, more);
        miss("CPU of engine and codec", more <= 3);
    }

    /** Microseconds of this process for one cycle; compilers and collectors are not counted. */
    private double cpuOf(Load.AsyncCycle cycle) throws InterruptedException {
        long before = cpuOfThreads();
        Load load = Load.ofChains(64, part, cycle);
        return (cpuOfThreads() - before) / 1e3 / (load.perSecond() * part.toSeconds());
    }

    private static long cpuOfThreads() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return LongStream.of(threads.getAllThreadIds())
                .map(threads::getThreadCpuTime)
                .filter(nanos -> nanos > 0)
                .sum();
    }

    private void waiters(RedisWaiters waiters) throws InterruptedException {
        double here = waiters.here(WAITS);
        System.out.printf(
                "| a waiter of the same process, ms to its replay (p99) | – | %.1f | – | at most 5 |%n", here);
        miss("a waiter of the same process", here <= 5);
        double there = waiters.there(WAITS);
        System.out.printf(
                "| a waiter of another process, ms to its replay (p99) | – | %.1f | – | at most 50 |%n", there);
        miss("a waiter of another process", there <= 50);
    }

    private void compare(String what, int callers, double bar, Load.AsyncCycle theirs, Load.AsyncCycle ours)
            throws Exception {
        line(what, chains(callers, theirs, ours, true), bar, Load::perSecond);
    }

    private record Both(List<Load> raw, List<Load> semel) {}

    private Both chains(int callers, Load.AsyncCycle theirs, Load.AsyncCycle ours, boolean forget) throws Exception {
        Both both = new Both(new ArrayList<>(), new ArrayList<>());
        for (int round = 0; round < rounds; round++) {
            // By turns also in who begins, and each on empty tables: whoever fills them further pays for their growth.
            boolean oursFirst = round % 2 == 1;
            if (oursFirst) {
                both.semel.add(measured(callers, ours, forget));
            }
            both.raw.add(measured(callers, theirs, forget));
            if (!oursFirst) {
                both.semel.add(measured(callers, ours, forget));
            }
        }
        return both;
    }

    private Load measured(int callers, Load.AsyncCycle cycle, boolean forget) throws InterruptedException {
        if (forget) {
            raw.forgetAll();
        }
        return Load.ofChains(callers, part, cycle);
    }

    private void alone() throws Exception {
        Both both = new Both(new ArrayList<>(), new ArrayList<>());
        for (int round = 0; round < rounds; round++) {
            both.raw.add(Load.ofThreads(1, part, raw::newKey));
            both.semel.add(Load.ofThreads(1, part, semel::newKey));
        }
        double ratio = Median.ofRatios(both.semel, both.raw, Load::p50);
        System.out.printf(
                "| 1, median of a new key in µs | %,.0f | %,.0f | %.2f | at most 1.1 |%n",
                Median.of(both.raw, Load::p50), Median.of(both.semel, Load::p50), ratio);
        miss("latency of one caller", ratio <= 1.1);
    }

    private void line(String what, Both both, double bar, ToDoubleFunction<Load> value) {
        double ratio = Median.ofRatios(both.semel, both.raw, value);
        System.out.printf(
                "| %s | %,.0f | %,.0f | %.2f | at least %s |%n",
                what, Median.of(both.raw, value), Median.of(both.semel, value), ratio, bar);
        miss(what, ratio >= bar);
    }

    private void miss(String what, boolean held) {
        if (!held) {
            missed.add(what);
        }
    }
}
