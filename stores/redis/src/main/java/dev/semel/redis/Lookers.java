// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Those who look through the records, or their lists: a bounded number at once, and each rests after each step.
 *
 * <p>Safe for use by several threads.
 */
final class Lookers {

    private static final int MOST_AT_ONCE = 64;

    /** So many times as long as it works, each rests; where all share two cores, claims feel a search all the same. */
    private static final int REST = 49;

    private static final long SHORTEST_REST = TimeUnit.MILLISECONDS.toNanos(10);

    /** Far from the server a step takes longer without being more work. */
    private static final long LONGEST_REST = TimeUnit.MILLISECONDS.toNanos(50);

    /** Behind a step of a search that has found nothing for a while, and may go on for long. */
    private static final long REST_IN_VAIN = TimeUnit.MILLISECONDS.toNanos(250);

    /** The same where nobody else wants anything of the server. */
    private static final int REST_ALONE = 4;

    private static final long SHORTEST_REST_ALONE = TimeUnit.MILLISECONDS.toNanos(1);

    private final AtomicInteger inside = new AtomicInteger();

    /** Fails at once when too many look already (R29). */
    <T> CompletableFuture<T> admit(Supplier<CompletableFuture<T>> look) {
        if (inside.incrementAndGet() > MOST_AT_ONCE) {
            inside.decrementAndGet();
            return CompletableFuture.failedFuture(
                    new StoreUnavailableException(MOST_AT_ONCE + " others look through the records already"));
        }
        return CompletableFuture.completedFuture(look)
                .thenCompose(Supplier::get)
                .whenComplete((done, failure) -> inside.decrementAndGet());
    }

    /** Goes on when somebody who has worked for so many nanoseconds has rested. */
    static <T> CompletableFuture<T> rested(long worked, Supplier<CompletableFuture<T>> next) {
        return later(Math.max(SHORTEST_REST, Math.min(REST * worked, LONGEST_REST)), next);
    }

    /** The same where a search has found nothing for a while: two to four steps in a second are not felt at p99. */
    static <T> CompletableFuture<T> restedInVain(Supplier<CompletableFuture<T>> next) {
        return later(REST_IN_VAIN, next);
    }

    /** The same where nobody else wants anything of the server. */
    static <T> CompletableFuture<T> restedAlone(long worked, Supplier<CompletableFuture<T>> next) {
        return later(Math.max(SHORTEST_REST_ALONE, Math.min(REST_ALONE * worked, LONGEST_REST)), next);
    }

    private static <T> CompletableFuture<T> later(long rest, Supplier<CompletableFuture<T>> next) {
        Executor later = CompletableFuture.delayedExecutor(rest, TimeUnit.NANOSECONDS, Runnable::run);
        return CompletableFuture.supplyAsync(() -> next, later).thenCompose(Supplier::get);
    }
}
