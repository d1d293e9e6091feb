// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Never more than there are; and all free when everybody has left. */
public class SeatsModel {

    private static final int ALL = 2;

    private final Seats seats = new Seats(ALL);
    private final AtomicInteger passing = new AtomicInteger();
    private final AtomicInteger staying = new AtomicInteger();

    @Operation
    public boolean comeAndGo() {
        if (!seats.take()) {
            return false;
        }
        boolean tooMany = passing.incrementAndGet() + staying.get() > ALL;
        passing.decrementAndGet();
        seats.leave();
        if (tooMany) {
            throw new IllegalStateException("more than " + ALL + " sit");
        }
        return true;
    }

    @Operation
    public void comeAndStay() {
        if (seats.take()) {
            staying.incrementAndGet();
        }
    }

    @Operation
    public void go() {
        if (staying.getAndUpdate(count -> Math.max(0, count - 1)) > 0) {
            seats.leave();
        }
    }

    @Validate
    public void noneIsLost() {
        if (seats.taken() != staying.get() || staying.get() > ALL) {
            throw new IllegalStateException(seats.taken() + " seats are taken, and " + staying + " sit");
        }
    }
}
