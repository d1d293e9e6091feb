// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.time.Duration;

/**
 * What a retry gets while the first attempt still runs (R28): a conflict at once, or the first attempt's answer if it
 * comes before a deadline. Immutable.
 *
 * @param deadline how long a retry waits; zero to reject at once
 * @param waitersPerKey how many retries of one key may wait; the next ones are rejected at once
 */
public record InFlight(Duration deadline, int waitersPerKey) {

    private static final int DEFAULT_WAITERS = 16;

    public InFlight {
        Settings.required("inFlight.deadline", deadline);
        Settings.atLeast("inFlight.deadline", deadline, Duration.ZERO);
        if (waitersPerKey < 0) {
            throw new SettingException("inFlight.waitersPerKey", "is " + waitersPerKey + ", cannot be negative");
        }
    }

    /** Retries are rejected while the first attempt runs: the default. */
    public static InFlight reject() {
        return new InFlight(Duration.ZERO, 0);
    }

    /** Retries wait up to the deadline, at most sixteen for each key. */
    public static InFlight waitUpTo(Duration deadline) {
        return new InFlight(deadline, DEFAULT_WAITERS);
    }

    /** Whether a retry may wait at all. */
    public boolean waits() {
        return !deadline.isZero() && waitersPerKey > 0;
    }
}
