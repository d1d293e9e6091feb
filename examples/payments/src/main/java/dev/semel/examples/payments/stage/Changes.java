// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Counts the changes of what can be looked at, for those who want to hear of the next one. Safe for use by several threads. */
final class Changes {

    private long version;

    synchronized void add() {
        version++;
        notifyAll();
    }

    /** Waits until the version is another than the known one, if there is one, for a while. */
    synchronized long await(Optional<String> known, Duration most) {
        long end = System.nanoTime() + most.toNanos();
        try {
            for (long left = most.toNanos(); left > 0 && isStill(known); left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return version;
    }

    private boolean isStill(Optional<String> known) {
        return known.isPresent() && Long.parseLong(known.get()) == version;
    }
}
