// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.StoreUnavailableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * What waits while a transaction is under way, for the next one to take all of it. Bounded: beyond the bound a call is
 * refused at once (R29).
 *
 * <p>Safe for use by several threads.
 *
 * @param <T> what waits
 */
final class SqliteQueue<T> {

    /** Bytes of answers in one transaction: more only when a single answer is larger. */
    private static final int HEAVIEST = 4 << 20;

    private final String name;
    private final int longest;
    private final int batch;
    private final ToIntFunction<T> weight;
    private final ArrayDeque<T> waiting = new ArrayDeque<>();
    private int idle;
    private boolean closed;

    SqliteQueue(String name, int longest, int batch, ToIntFunction<T> weight) {
        this.name = name;
        this.longest = longest;
        this.batch = batch;
        this.weight = weight;
    }

    /** Lets a call wait for its turn; {@code more} may wait beyond the bound. */
    void add(T call, int more) {
        synchronized (waiting) {
            if (closed) {
                throw new StoreUnavailableException("the store is closed");
            }
            if (waiting.size() - more >= longest) {
                throw new StoreUnavailableException(
                        "SQLite does not keep up: " + waiting.size() + " calls wait for the " + name + " already");
            }
            waiting.add(call);
            if (idle > 0) {
                waiting.notify();
            }
        }
    }

    /** Waits for calls and takes all of them, within the limits; none when the queue is closed and empty. */
    List<T> take() throws InterruptedException {
        synchronized (waiting) {
            while (waiting.isEmpty() && !closed) {
                idle++;
                try {
                    waiting.wait();
                } finally {
                    idle--;
                }
            }
            return next();
        }
    }

    private List<T> next() {
        List<T> taken = new ArrayList<>(Math.min(batch, waiting.size()));
        int total = 0;
        while (!waiting.isEmpty() && taken.size() < batch && total < HEAVIEST) {
            T call = waiting.remove();
            taken.add(call);
            total += Math.min(HEAVIEST, weight.applyAsInt(call));
        }
        return taken;
    }

    /** Takes no new calls; those that wait are still served. */
    void close() {
        synchronized (waiting) {
            closed = true;
            waiting.notifyAll();
        }
    }
}
