// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Looks through the records, one page after the other, on one connection at most: whoever claims meanwhile has all the
 * others, and this one too between two parts of a page.
 *
 * <p>Safe for use by several threads.
 */
final class Browser {

    /** Each has a quarter of a second, and rests: whoever waits for the last of them still hears before consoles give up. */
    private static final int MOST_WAITING = 8;

    /** So many times as long as it works, it rests: a twentieth of a core at the most. */
    private static final int REST = 19;

    /** Claims on the same cores feel how often they are disturbed, more than for how long. */
    private static final long SHORTEST_REST = Duration.ofMillis(50).toNanos();

    /** Whoever waits for a page does not wait for the rests of a slow server. */
    private static final long LONGEST_REST = Duration.ofMillis(200).toNanos();

    private final Dialect dialect;
    private final Crew crew;
    private CompletableFuture<?> last = CompletableFuture.completedFuture(null);
    private int inside;

    /** From when on the next step may begin. One page is read at a time, each step after the one before it. */
    private volatile long restsUntil = System.nanoTime();

    Browser(Dialect dialect, Crew crew) {
        this.dialect = dialect;
        this.crew = crew;
    }

    /** Fails at once when too many wait already (R29). */
    synchronized CompletableFuture<Page> browse(Question question) {
        question.after().ifPresent(Place::of);
        if (inside == MOST_WAITING) {
            return CompletableFuture.failedFuture(new StoreUnavailableException(
                    inside + " others look through the records already; one page is read at a time"));
        }
        inside++;
        CompletableFuture<Page> page = last.handle((done, failed) -> new Walk(question, System.nanoTime()))
                .thenCompose(this::goOn)
                .whenComplete((done, failed) -> leave());
        last = page;
        // Whoever gives up waiting ends nothing that the next page stands behind.
        return page.copy();
    }

    private synchronized void leave() {
        inside--;
    }

    private CompletableFuture<Page> goOn(Walk walk) {
        return rested().thenCompose(nothing -> crew.ask(connection -> timed(connection, walk)))
                .thenCompose(stepped ->
                        walk.isOver(System.nanoTime()) ? CompletableFuture.completedFuture(walk.page()) : goOn(walk));
    }

    /**
     * When the last step has been rested from, be it this page's or the last one's: looks that follow each other without a pause
     * take a core of the server from the claims, whoever asks for them.
     */
    private CompletableFuture<Void> rested() {
        long rest = restsUntil - System.nanoTime();
        if (rest <= 0) {
            return CompletableFuture.completedFuture(null);
        }
        Executor later = CompletableFuture.delayedExecutor(rest, TimeUnit.NANOSECONDS, Runnable::run);
        return CompletableFuture.runAsync(() -> {}, later);
    }

    private Walk timed(Connection connection, Walk walk) throws SQLException {
        long begin = System.nanoTime();
        try {
            return step(connection, walk);
        } finally {
            long end = System.nanoTime();
            restsUntil = end + Math.max(SHORTEST_REST, Math.min(REST * (end - begin), LONGEST_REST));
        }
    }

    /** May fail and be tried again: it passes nothing before all of it has been read. */
    private Walk step(Connection connection, Walk walk) throws SQLException {
        Part part = dialect.survey(connection, walk.question(), walk.from(), walk.room());
        List<RecordId> wanted = walk.fitting(part).stream().map(Part.Spot::id).toList();
        List<Reply<Optional<Sighting>>> replies = wanted.isEmpty() ? List.of() : dialect.find(connection, wanted);
        walk.passes(part);
        for (Reply<Optional<Sighting>> reply : replies) {
            // What a newer version wrote cannot be shown, and must not hide all the others.
            if (reply instanceof Reply.Answered<Optional<Sighting>> answered) {
                answered.answer().ifPresent(walk::sees);
            }
        }
        return walk;
    }
}
