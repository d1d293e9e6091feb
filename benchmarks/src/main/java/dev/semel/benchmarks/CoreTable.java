// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Measures the core in one run, prints the table of docs/performance.md, and fails when a bar is missed: a new key may
 * cost at most 2 µs more than the floor of the same run, and allocate at most 2 KiB besides its body of 1 KiB.
 */
public final class CoreTable {

    private static final List<Integer> THREADS = List.of(1, 16, 64);
    private static final double MOST_NANOS_ABOVE_FLOOR = 2_000;
    private static final double MOST_BYTES_BESIDES_BODY = 2_048;
    private static final double BODY_BYTES = 1_024;

    private CoreTable() {}

    public static void main(String[] args) throws RunnerException {
        int forks = args.length == 0 ? 3 : Integer.parseInt(args[0]);
        List<RunResult> results = new ArrayList<>();
        for (int threads : THREADS) {
            results.addAll(measure(threads, forks));
        }
        results.forEach(CoreTable::printRow);
        checkBars(results);
    }

    private static Collection<RunResult> measure(int threads, int forks) throws RunnerException {
        return new Runner(new OptionsBuilder()
                        .include(NewKeys.class.getName())
                        .include(KnownKeys.class.getName())
                        .addProfiler(GCProfiler.class)
                        .threads(threads)
                        .forks(forks)
                        .jvmArgsAppend("-Xms4g", "-Xmx4g", "-XX:+UseParallelGC")
                        .build())
                .run();
    }

    private static void printRow(RunResult result) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %,.0f ± %,.0f | %,.0f |%n",
                name(result),
                result.getParams().getThreads(),
                result.getPrimaryResult().getScore(),
                result.getPrimaryResult().getScoreError(),
                allocated(result));
    }

    private static void checkBars(List<RunResult> results) {
        RunResult engine = find(results, "NewKeys.engine");
        RunResult floor = find(results, "NewKeys.putIfAbsentAndReplace");
        double above =
                engine.getPrimaryResult().getScore() - floor.getPrimaryResult().getScore();
        double besides = allocated(engine) - BODY_BYTES;
        System.out.printf(
                Locale.ROOT,
                "new key, one thread: %,.0f ns above the floor (bar %,.0f), %,.0f bytes besides the body (bar %,.0f)%n",
                above,
                MOST_NANOS_ABOVE_FLOOR,
                besides,
                MOST_BYTES_BESIDES_BODY);
        if (above > MOST_NANOS_ABOVE_FLOOR || besides > MOST_BYTES_BESIDES_BODY) {
            System.out.println("a bar is missed");
            System.exit(1);
        }
    }

    private static RunResult find(List<RunResult> results, String name) {
        return results.stream()
                .filter(result ->
                        result.getParams().getThreads() == 1 && name(result).equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String name(RunResult result) {
        return result.getParams().getBenchmark().replace("dev.semel.benchmarks.", "");
    }

    private static double allocated(RunResult result) {
        Result<?> allocation = result.getSecondaryResults().get("gc.alloc.rate.norm");
        if (allocation == null) {
            throw new IllegalStateException("the allocation profiler gave nothing for " + name(result));
        }
        return allocation.getScore();
    }
}
