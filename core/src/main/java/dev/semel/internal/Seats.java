// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A bounded number of places; who finds none is turned away at once, and nobody queues (R29). */
final class Seats {

    private final int all;
    private final AtomicInteger taken = new AtomicInteger();
    private volatile boolean awaited;

    Seats(int all) {
        this.all = all;
    }

    boolean take() {
        if (taken.incrementAndGet() <= all) {
            return true;
        }
        leave();
        return false;
    }

    void leave() {
        if (taken.decrementAndGet() == 0 && awaited) {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    /** Waits until every seat is free; false when time ran out. */
    synchronized boolean awaitEmpty(Duration atMost) throws InterruptedException {
        awaited = true;
        long end = System.nanoTime() + atMost.toNanos();
        while (taken.get() > 0) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    int taken() {
        return taken.get();
    }
}
