// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import java.time.Duration;

/**
 * Process-local time: when to renew, how long to wait. It never decides about a lease or an expiry, which is the store's
 * alone (R12). Must be safe for use by several threads. Replace it in tests to move time by hand.
 */
public interface Timers {

    /** A monotonic reading, as {@link System#nanoTime}. */
    long nanoTime();

    /** Runs a short task that does not block after the delay, once. */
    Alarm schedule(Duration delay, Runnable task);

    /** A task that has been scheduled. */
    interface Alarm {

        /** Keeps the task from running if it has not begun. */
        void cancel();
    }
}
