// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.time.Duration;
import java.util.Optional;

/**
 * What a retry gets whose key outlived its record (R14). Keys that carry no birth time are always new again after
 * retention. Immutable.
 *
 * @param margin how far clocks may differ before a key counts as too old; empty to accept late retries as new
 */
public record LateRetry(Optional<Duration> margin) {

    private static final Duration DEFAULT_MARGIN = Duration.ofMinutes(5);

    public LateRetry {
        Settings.required("lateRetry.margin", margin);
        Settings.atLeast("lateRetry.margin", margin.orElse(Duration.ZERO), Duration.ZERO);
    }

    /** A late retry is new: the default, as with most payment providers. */
    public static LateRetry accept() {
        return new LateRetry(Optional.empty());
    }

    /** A key made longer ago than the retention and five minutes is refused where no record of it is left. */
    public static LateRetry refuse() {
        return refuse(DEFAULT_MARGIN);
    }

    /** A key made longer ago than the retention and the margin is refused where no record of it is left. */
    public static LateRetry refuse(Duration margin) {
        Settings.required("lateRetry.margin", margin);
        return new LateRetry(Optional.of(margin));
    }
}
