// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** A signal that forgets its lock: who asks while it is raised is never told. Must be found. */
public class RacySignalModel {

    private final List<Runnable> waiting = new CopyOnWriteArrayList<>();
    private final List<AtomicInteger> askers = new CopyOnWriteArrayList<>();
    private volatile boolean raised;

    @Operation
    public void ask() {
        AtomicInteger told = new AtomicInteger();
        askers.add(told);
        if (raised) {
            told.incrementAndGet();
        } else {
            waiting.add(told::incrementAndGet);
        }
    }

    @Operation(runOnce = true)
    public void raise() {
        raised = true;
        waiting.forEach(Runnable::run);
    }

    @Validate
    public void toldOnce() {
        for (AtomicInteger told : askers) {
            if (told.get() != (raised ? 1 : 0)) {
                throw new IllegalStateException("somebody was told " + told + " times");
            }
        }
    }
}
