// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** A room that hears of no ending while it looks, and looks once for each who joins: who sits there stays. Must be found. */
public class DeafRoomModel {

    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicBoolean lookIsDue = new AtomicBoolean();
    private volatile boolean looking;
    private volatile boolean completed;

    @Operation
    public void join() {
        waiting.incrementAndGet();
        lookIsDue.set(true);
    }

    @Operation
    public void look() {
        if (lookIsDue.compareAndSet(true, false)) {
            looking = true;
            if (completed) {
                waiting.set(0);
            }
            looking = false;
        }
    }

    @Operation(runOnce = true)
    public void complete() {
        completed = true;
        if (!looking) {
            waiting.set(0);
        }
    }

    @Validate
    public void nobodyWaitsForAnAnswerThatIsThere() {
        look();
        if (completed && waiting.get() > 0) {
            throw new IllegalStateException(waiting + " wait for an answer that is there");
        }
    }
}
