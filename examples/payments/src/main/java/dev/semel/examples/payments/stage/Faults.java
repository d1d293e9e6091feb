// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The faults that are still to come: each request takes one. Safe for use by several threads. */
final class Faults {

    private final Deque<Fault> coming = new ArrayDeque<>();
    private CompletableFuture<Void> silence = CompletableFuture.completedFuture(null);

    /** In place of those that were put before. Whoever waits for the end of a silence hears of it. */
    void put(List<Fault> faults) {
        CompletableFuture<Void> over;
        synchronized (this) {
            coming.clear();
            coming.addAll(faults);
            over = silence;
        }
        boolean unused = over.complete(null);
    }

    synchronized Fault next() {
        Fault fault = coming.isEmpty() ? Fault.NONE : coming.removeFirst();
        if (fault == Fault.SILENCE && silence.isDone()) {
            silence = new CompletableFuture<>();
        }
        return fault;
    }

    synchronized List<Fault> coming() {
        return List.copyOf(coming);
    }

    /** Complete, unless there is a silence: then when it is over. */
    synchronized CompletableFuture<Void> spoken() {
        return silence;
    }
}
