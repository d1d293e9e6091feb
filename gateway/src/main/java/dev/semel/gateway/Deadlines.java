// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Vertx;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Deadlines that are all as far away as each other: those of one upstream's calls. They come due in the order in which they
 * were set, so that a list and one timer do, however many requests are under way. Used on one event loop.
 */
final class Deadlines {

    private final Vertx vertx;
    private final long millis;
    private final long nanos;
    private @Nullable Deadline first;
    private @Nullable Deadline last;
    private boolean ticking;

    Deadlines(Vertx vertx, Duration distance) {
        this.vertx = vertx;
        this.millis = Math.max(1, distance.toMillis());
        this.nanos = distance.toNanos();
    }

    /** Does this, unless it is cancelled before. */
    Deadline set(Runnable late) {
        Deadline added = new Deadline(late, System.nanoTime() + nanos);
        Deadline before = last;
        if (before == null) {
            first = added;
        } else {
            before.next = added;
            added.previous = before;
        }
        last = added;
        tickIn(millis);
        return added;
    }

    private void tickIn(long wait) {
        if (!ticking) {
            ticking = true;
            vertx.setTimer(wait, due -> tick());
        }
    }

    private void tick() {
        ticking = false;
        long now = System.nanoTime();
        Deadline next = first;
        while (next != null && next.due - now <= 0) {
            next.cancel();
            next.late.run();
            next = first;
        }
        if (next != null) {
            tickIn(Math.max(1, (next.due - now) / 1_000_000 + 1));
        }
    }

    /** One of them. */
    final class Deadline {

        private final Runnable late;
        private final long due;
        private @Nullable Deadline previous;
        private @Nullable Deadline next;
        private boolean over;

        private Deadline(Runnable late, long due) {
            this.late = late;
            this.due = due;
        }

        /** Nothing happens any more, if it has not happened; a second time does nothing. */
        void cancel() {
            if (over) {
                return;
            }
            over = true;
            Deadline before = previous;
            Deadline after = next;
            if (before == null) {
                first = after;
            } else {
                before.next = after;
            }
            if (after == null) {
                last = before;
            } else {
                after.previous = before;
            }
        }
    }
}
