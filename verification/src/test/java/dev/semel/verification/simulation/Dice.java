// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import java.time.Duration;

/** Seeded chance (SplitMix64), the same on every JDK: a seed is worth nothing if an update changes what it means. */
final class Dice {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    Dice(long seed) {
        state = mix(seed + GOLDEN);
    }

    long next() {
        state += GOLDEN;
        return mix(state);
    }

    private static long mix(long seed) {
        long z = (seed ^ (seed >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** A number from 0 to one below the bound. */
    int below(int bound) {
        return (int) between(0, bound - 1L);
    }

    /** A number from the lowest to the highest, both included. */
    long between(long lowest, long highest) {
        return lowest + Long.remainderUnsigned(next(), highest - lowest + 1);
    }

    /** True in so many of a thousand cases. */
    boolean chance(int perMille) {
        return below(1000) < perMille;
    }

    @SafeVarargs
    final <T> T oneOf(T... choices) {
        return choices[below(choices.length)];
    }

    /** A part of the duration, in nanoseconds. */
    long within(Duration longest) {
        return between(0, longest.toNanos());
    }
}
