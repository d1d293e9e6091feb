// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** A keeper that sets its alarm before it knows the ticket: one that rings in between is the last. Must be found. */
public class SleepyKeeperModel {

    private final AtomicInteger living = new AtomicInteger();
    private final AtomicBoolean alarm = new AtomicBoolean();

    @Operation
    public void add() {
        alarm.set(true);
        living.incrementAndGet();
    }

    @Operation
    public void remove() {
        living.updateAndGet(count -> Math.max(0, count - 1));
    }

    @Operation
    public void ring() {
        if (alarm.compareAndSet(true, false) && living.get() > 0) {
            alarm.set(true);
        }
    }

    @Validate
    public void livingTicketsHaveAnAlarm() {
        if (living.get() > 0 && !alarm.get()) {
            throw new IllegalStateException(living + " tickets live, and 0 alarms are set");
        }
    }
}
