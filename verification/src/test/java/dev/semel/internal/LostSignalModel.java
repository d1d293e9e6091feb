// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Everybody who asked is told once, if ever, and the signal is raised once. */
public class LostSignalModel {

    private final LostSignal signal = new LostSignal();
    private final List<AtomicInteger> askers = new CopyOnWriteArrayList<>();
    private final AtomicInteger raised = new AtomicInteger();

    @Operation
    public void ask() {
        AtomicInteger told = new AtomicInteger();
        askers.add(told);
        signal.onLost(told::incrementAndGet, Runnable::run);
    }

    @Operation
    public boolean raise() {
        boolean first = signal.raise(Runnable::run);
        raised.addAndGet(first ? 1 : 0);
        return first;
    }

    @Validate
    public void toldOnce() {
        if (raised.get() > 1) {
            throw new IllegalStateException("raised " + raised + " times");
        }
        for (AtomicInteger told : askers) {
            if (told.get() != raised.get()) {
                throw new IllegalStateException("raised " + raised + " times, and somebody was told " + told);
            }
        }
    }
}
