// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Makes a race certain: callers of a crowd stand still between their look and their write until somebody else has done
 * his part. In the field the network does that, now and then; a test must not wait for luck. Lone callers pass.
 */
final class Rendezvous {

    private static final String CROWD = "semel-crowd";

    private final ConcurrentHashMap<Object, CountDownLatch> places = new ConcurrentHashMap<>();
    private final Duration patience;

    /** Where somebody always comes. */
    Rendezvous() {
        this(Duration.ofSeconds(10));
    }

    /** Where it depends on the test whether anybody comes. */
    Rendezvous(Duration patience) {
        this.patience = patience;
    }

    /** Waits, in a crowd, until so many callers are here for the same thing. */
    void meet(Object place, int parties) {
        if (inACrowd()) {
            CountDownLatch latch = places.computeIfAbsent(place, unknown -> new CountDownLatch(parties));
            latch.countDown();
            await(latch);
        }
    }

    /** Says that something has happened. */
    void tell(Object place) {
        places.computeIfAbsent(place, unknown -> new CountDownLatch(1)).countDown();
    }

    /** Waits, in a crowd, until somebody has told that something happened. */
    void hear(Object place) {
        if (inACrowd()) {
            await(places.computeIfAbsent(place, unknown -> new CountDownLatch(1)));
        }
    }

    private static boolean inACrowd() {
        return Thread.currentThread().getName().startsWith(CROWD);
    }

    /** Whether somebody came; what follows if nobody did is for the contract to judge. */
    private boolean await(CountDownLatch latch) {
        try {
            return latch.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
