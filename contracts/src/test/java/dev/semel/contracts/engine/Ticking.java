// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.testkit.ManualTime;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets virtual time run on a thread of its own, for tests with real threads that wait for it. It runs as fast as real
 * time: any faster, and a thread that the machine holds up for a moment finds its lease and its deadline passed.
 */
final class Ticking implements AutoCloseable {

    private static final long STEP_NANOS = Duration.ofMillis(1).toNanos();

    private final ManualTime time;
    private final Thread thread;
    private volatile boolean over;

    Ticking(ManualTime time) {
        this.time = time;
        thread = new Thread(this::run, "ticking");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long last = System.nanoTime();
        while (!over) {
            LockSupport.parkNanos(STEP_NANOS);
            long now = System.nanoTime();
            time.advance(Duration.ofNanos(now - last));
            last = now;
        }
    }

    @Override
    public void close() {
        over = true;
    }
}
