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

    private static final int MOST_WAITING = 32;

    /** So many times as long as it works, it rests: a twentieth of a core; claims on two cores still felt a fifth. */
    private static final int REST = 19;

    /** Whoever waits for a page does not wait for the rests of a slow server. */
    private static final long LONGEST_REST = Duration.ofMillis(200).toNanos();

    private final Dialect dialect;
    private final Crew crew;
    private CompletableFuture<?> last = CompletableFuture.completedFuture(null);
    private int inside;

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
        return page;
    }

    private synchronized void leave() {
        inside--;
    }

    private CompletableFuture<Page> goOn(Walk walk) {
        long begin = System.nanoTime();
        return crew.ask(connection -> step(connection, walk)).thenCompose(stepped -> {
            long now = System.nanoTime();
            return walk.isOver(now) ? CompletableFuture.completedFuture(walk.page()) : rested(walk, now - begin);
        });
    }

    /** Goes on after a rest, on whatever thread: a look that works all the time takes a core of the server from the claims. */
    private CompletableFuture<Page> rested(Walk walk, long worked) {
        long rest = Math.min(REST * worked, LONGEST_REST);
        Executor later = CompletableFuture.delayedExecutor(rest, TimeUnit.NANOSECONDS, Runnable::run);
        return CompletableFuture.supplyAsync(() -> walk, later).thenCompose(this::goOn);
    }

    private Walk step(Connection connection, Walk walk) throws SQLException {
        List<RecordId> wanted = walk.passes(dialect.survey(connection, walk.question(), walk.from(), walk.room()));
        if (!wanted.isEmpty()) {
            for (Reply<Optional<Sighting>> reply : dialect.find(connection, wanted)) {
                // What a newer version wrote cannot be shown, and must not hide all the others.
                if (reply instanceof Reply.Answered<Optional<Sighting>> answered) {
                    answered.answer().ifPresent(walk::sees);
                }
            }
        }
        return walk;
    }
}
