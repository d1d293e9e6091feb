// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.testkit.ManualTime;
import java.time.Duration;

/** Lets virtual time run on a thread of its own, for tests with real threads that wait for it. */
final class Ticking implements AutoCloseable {

    private final Thread thread;
    private volatile boolean over;

    Ticking(ManualTime time) {
        thread = new Thread(
                () -> {
                    while (!over) {
                        time.advance(Duration.ofMillis(1));
                        Thread.onSpinWait();
                    }
                },
                "ticking");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        over = true;
    }
}
