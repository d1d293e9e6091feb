// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Asks again until something holds: servers tell nobody when they have found each other. */
final class Eventually {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long PAUSE = Duration.ofMillis(5).toNanos();

    private Eventually() {}

    static void holds(String what, Callable<Boolean> condition) {
        long start = System.nanoTime();
        while (!isTrue(condition)) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new AssertionError("within " + PATIENCE.toSeconds() + " s it should have happened that " + what);
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    /** A server that does not answer yet has not said no. */
    private static boolean isTrue(Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (Exception notYet) {
            return false;
        }
    }
}
