// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.spi.Notifying;
import dev.semel.spi.Purgeable;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What goes on beside the requests, and its end in order: no new work, waiters sent home, running tickets drained, and
 * renewals stopped last.
 */
final class Lifecycle {

    private static final System.Logger LOG = System.getLogger("dev.semel");

    private final AtomicBoolean closing = new AtomicBoolean();
    private final EngineSettings settings;
    private final Shared shared;
    private final Seats seats;
    private final WaitingRoom room;
    private final LeaseKeeper keeper;
    private final Optional<Notifying.Subscription> notices;
    private final Optional<Purger> purger;

    Lifecycle(EngineSettings settings, Shared shared, Seats seats, WaitingRoom room, LeaseKeeper keeper) {
        this.settings = settings;
        this.shared = shared;
        this.seats = seats;
        this.room = room;
        this.keeper = keeper;
        this.notices = settings.store() instanceof Notifying notifying
                ? Optional.of(notifying.onEnded(room::hint))
                : Optional.empty();
        this.purger = settings.store() instanceof Purgeable purgeable
                        && !settings.purgeEvery().isZero()
                ? Optional.of(new Purger(purgeable, settings.purgeEvery(), shared))
                : Optional.empty();
    }

    boolean isClosing() {
        return closing.get();
    }

    void close() {
        if (closing.compareAndSet(false, true)) {
            notices.ifPresent(Lifecycle::end);
            purger.ifPresent(Purger::close);
            room.close();
            drain(settings.drainTime());
            keeper.close();
            shared.events().close();
            settings.close(shared);
        }
    }

    /** The store's own code: it must not keep the engine from closing. */
    private static void end(Notifying.Subscription notices) {
        try {
            notices.close();
        } catch (Throwable e) {
            // Its message may show what must not be shown (R27).
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the store failed to end its notices: {0}",
                    e.getClass().getName());
        }
    }

    private void drain(Duration atMost) {
        try {
            if (!seats.awaitEmpty(atMost)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "closed with " + seats.taken()
                                + " attempts still running: their leases will lapse, and their keys are in doubt");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
