// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Looks through the records with {@code SCAN}, one master after the other, and never with {@code KEYS}, which would hold
 * everybody up. A step is one script, which tells nothing of records that are not asked for.
 *
 * <p>Safe for use by several threads.
 */
final class Browsing {

    private static final int MOST_AT_ONCE = 64;

    /** So many times as long as it works, it rests; where all share two cores, claims feel a search all the same. */
    private static final int REST = 49;

    private static final long SHORTEST_REST = Duration.ofMillis(10).toNanos();

    /** Far from the server a step takes longer without being more work. */
    private static final long LONGEST_REST = Duration.ofMillis(50).toNanos();

    private final KeyNames names;
    private final Deployment servers;
    private final Road road;
    private final Scripts scripts;
    private final AtomicInteger inside = new AtomicInteger();

    Browsing(KeyNames names, Deployment servers, Road road, Scripts scripts) {
        this.names = names;
        this.servers = servers;
        this.road = road;
        this.scripts = scripts;
    }

    /** Fails at once when too many look already (R29). */
    CompletableFuture<Page> browse(Question question) {
        Walk walk = new Walk(question, servers.masterIds(), System.nanoTime());
        if (inside.incrementAndGet() > MOST_AT_ONCE) {
            inside.decrementAndGet();
            return CompletableFuture.failedFuture(
                    new StoreUnavailableException(MOST_AT_ONCE + " others look through the records already"));
        }
        // Who goes on rests first, too: one question after the other is one long look.
        CompletableFuture<Page> page = question.after().isEmpty() ? goOn(walk) : rested(walk, 0);
        return page.whenComplete((done, failure) -> inside.decrementAndGet());
    }

    private CompletableFuture<Page> goOn(Walk walk) {
        long begin = System.nanoTime();
        return CompletableFuture.completedFuture(walk.master())
                .thenCompose(servers::master)
                .thenCompose(server -> Scripts.look(server, walk.arguments(names)))
                .thenApply(said -> new Step(said, names))
                .thenCompose(step -> walk.passes(step)
                        ? seen(walk, step).thenCompose(seen -> rested(walk, System.nanoTime() - begin))
                        : again(walk));
    }

    /** A step that brought nothing is tried once more at once, shorter. */
    private CompletableFuture<Page> again(Walk walk) {
        return walk.isOver(System.nanoTime()) ? CompletableFuture.completedFuture(walk.page()) : goOn(walk);
    }

    private CompletableFuture<Page> rested(Walk walk, long worked) {
        if (walk.isOver(System.nanoTime())) {
            return CompletableFuture.completedFuture(walk.page());
        }
        long rest = Math.max(SHORTEST_REST, Math.min(REST * worked, LONGEST_REST));
        Executor later = CompletableFuture.delayedExecutor(rest, TimeUnit.NANOSECONDS, Runnable::run);
        return CompletableFuture.supplyAsync(() -> walk, later).thenCompose(this::goOn);
    }

    /** What could not be read there is asked about by itself: its slot is on its way to another server, or it is no record. */
    private CompletableFuture<Void> seen(Walk walk, Step step) {
        step.here().forEach(walk::sees);
        return CompletableFuture.allOf(
                step.apart().stream().map(id -> seenApart(walk, id)).toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> seenApart(Walk walk, RecordId id) {
        byte[] key = names.of(id);
        return road.send(Request.byteAt(key, RecordBytes.STATE))
                .thenCompose(state -> walk.wants(state)
                        ? scripts.run(road, Script.FIND, key).thenApply(reply -> reply.sighting(id))
                        : CompletableFuture.completedFuture(Optional.<Sighting>empty()))
                .exceptionallyCompose(Browsing::skipUnreadable)
                .thenAccept(found -> found.ifPresent(walk::sees));
    }

    /** What a newer version wrote cannot be shown, and must not hide all the others. */
    private static CompletableFuture<Optional<Sighting>> skipUnreadable(Throwable failure) {
        return Failures.of(failure) instanceof UnreadableRecordException
                ? CompletableFuture.completedFuture(Optional.empty())
                : CompletableFuture.failedFuture(failure);
    }
}
