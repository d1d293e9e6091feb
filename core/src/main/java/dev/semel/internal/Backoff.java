// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import java.time.Duration;

/** Pauses that double from the shortest to the longest, spread by a salt so that many callers do not come together. */
record Backoff(Duration shortest, Duration longest) {

    /** The pause after so many tries; the same salt always gives the same pauses, so that a simulation can repeat them. */
    Duration after(int tries, int salt) {
        long full = Math.min(longest.toNanos(), shortest.toNanos() << Math.min(tries - 1, 20));
        int spread = Math.floorMod(31 * salt + tries * 0x9E3779B9, 1000);
        return Duration.ofNanos(full / 2 + full / 2 * spread / 1000);
    }
}
