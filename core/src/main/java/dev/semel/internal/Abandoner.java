// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Intent;
import dev.semel.event.AdmissionEvent.ClaimAbandoned;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Abandon;
import dev.semel.state.ClaimId;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Frees, in the background, what a claim may have taken whose caller was told that the store is unavailable (R7). The
 * claim may still be on its way, so that finding nothing to free is no reason to stop at once.
 */
final class Abandoner {

    private static final int MOST_TRIES = 5;
    private static final int MOST_PENDING = 10_000;

    private final IdempotencyStore store;
    private final StoreCalls calls;
    private final Duration limit;
    private final EventHub events;
    private final Backoff backoff;
    private final AtomicInteger pending = new AtomicInteger();

    Abandoner(Shared shared) {
        this.store = shared.store();
        this.calls = shared.calls();
        this.limit = shared.limit();
        this.events = shared.events();
        this.backoff = new Backoff(limit.dividedBy(4), limit.multipliedBy(4));
    }

    void abandon(Intent intent, ClaimId claimId) {
        if (pending.incrementAndGet() > MOST_PENDING) {
            // The lease, if the claim took one, lapses by itself.
            over(intent, false, false);
            return;
        }
        tryOnce(intent, new Abandon(intent.recordId(), claimId), 1);
    }

    private void tryOnce(Intent intent, Abandon abandon, int tries) {
        Stages.follow(
                calls.within(limit, () -> store.abandon(abandon)),
                freed -> {
                    if (freed || tries == MOST_TRIES) {
                        over(intent, freed, true);
                    } else {
                        tryLater(intent, abandon, tries);
                    }
                },
                failure -> {
                    if (tries == MOST_TRIES) {
                        over(intent, false, false);
                    } else {
                        tryLater(intent, abandon, tries);
                    }
                });
    }

    private void tryLater(Intent intent, Abandon abandon, int tries) {
        Duration pause = backoff.after(tries, abandon.id().hashCode());
        Stages.follow(calls.pause(pause), over -> tryOnce(intent, abandon, tries + 1));
    }

    private void over(Intent intent, boolean freed, boolean answered) {
        pending.decrementAndGet();
        events.publish(() -> new ClaimAbandoned(events.key(intent), freed, answered));
    }
}
