// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import java.time.Duration;
import java.time.Instant;

/**
 * Every client judges leases by the clock of its own machine. In the field one server whose clock is ahead takes
 * over what is running elsewhere.
 */
@Breaks("R12")
public final class JudgesByItsCallersClock extends OpenStore {

    private Duration ahead = Duration.ZERO;

    public JudgesByItsCallersClock(Shelf shelf) {
        super(shelf);
    }

    @Override
    public OpenStore another() {
        JudgesByItsCallersClock other = new JudgesByItsCallersClock(shelf);
        other.ahead = Duration.ofDays(1);
        return other;
    }

    @Override
    protected Instant now() {
        return super.now().plus(ahead);
    }
}
