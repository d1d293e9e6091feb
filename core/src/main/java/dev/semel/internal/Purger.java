// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.event.EngineEvent.PurgeFailed;
import dev.semel.event.EngineEvent.Purged;
import dev.semel.spi.Purgeable;
import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Has a store forget what has expired that does not forget by itself (R5): one small batch at a time, with a pause after
 * each, so that claims are never behind it. The rounds are spread at random, so that many processes do not purge at once.
 */
final class Purger {

    private static final int BATCH = 500;
    private static final Duration LONGEST_REST = Duration.ofMillis(20);
    private static final Duration SHORTEST_REST = Duration.ofMillis(1);

    /** A batch takes a tenth of the store's time at the most, and where it takes hardly any, what has expired is gone soon. */
    private static final int RESTS = 9;

    private final Purgeable store;
    private final StoreCalls calls;
    private final Timers timers;
    private final Duration limit;
    private final Duration every;
    private final EventHub events;
    private Timers.@Nullable Alarm alarm;
    private boolean closed;

    Purger(Purgeable store, Duration every, Shared shared) {
        this.store = store;
        this.every = every;
        this.calls = shared.calls();
        this.timers = shared.timers();
        this.limit = shared.limit();
        this.events = shared.events();
        purgeAfter(nextRound());
    }

    private void purge() {
        long began = timers.nanoTime();
        Stages.follow(
                calls.within(limit, () -> store.purge(BATCH)),
                removed -> {
                    if (removed > 0) {
                        events.note(() -> new Purged(removed));
                    }
                    purgeAfter(removed < BATCH ? nextRound() : rest(Duration.ofNanos(timers.nanoTime() - began)));
                },
                failure -> {
                    events.publish(() -> new PurgeFailed(failure.getClass().getName()));
                    purgeAfter(nextRound());
                });
    }

    private synchronized void purgeAfter(Duration pause) {
        if (!closed) {
            alarm = timers.schedule(pause, () -> calls.hop(this::purge));
        }
    }

    private static Duration rest(Duration took) {
        Duration rest = took.multipliedBy(RESTS);
        if (rest.compareTo(LONGEST_REST) > 0) {
            return LONGEST_REST;
        }
        return rest.compareTo(SHORTEST_REST) < 0 ? SHORTEST_REST : rest;
    }

    private Duration nextRound() {
        long nanos = every.toNanos();
        return Duration.ofNanos(nanos / 2 + ThreadLocalRandom.current().nextLong(nanos));
    }

    synchronized void close() {
        closed = true;
        if (alarm != null) {
            alarm.cancel();
        }
    }
}
