// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Tells everybody who asked, once, that ownership is lost; who asks later is told at once. */
final class LostSignal {

    private final List<Runnable> waiting = new ArrayList<>(0);
    private boolean raised;

    void onLost(Runnable signal, Executor executor) {
        synchronized (waiting) {
            if (!raised) {
                waiting.add(signal);
                return;
            }
        }
        executor.execute(signal);
    }

    /** True for the one call that raised it. */
    boolean raise(Executor executor) {
        List<Runnable> told;
        synchronized (waiting) {
            if (raised) {
                return false;
            }
            raised = true;
            told = List.copyOf(waiting);
            waiting.clear();
        }
        told.forEach(executor::execute);
        return true;
    }
}
