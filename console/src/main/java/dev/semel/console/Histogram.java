// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import java.time.Duration;

/** How long things took, within an eighth: eight buckets for each doubling, from a microsecond to days. Used under a lock. */
final class Histogram {

    private static final int PER_DOUBLING_BITS = 3;
    private static final int PER_DOUBLING = 1 << PER_DOUBLING_BITS;
    private static final int DOUBLINGS = 40;
    private static final double MICROS_PER_SECOND = 1e6;

    private final long[] buckets = new long[DOUBLINGS * PER_DOUBLING];
    private long count;

    void record(Duration took) {
        buckets[bucket(Math.max(0, took.toNanos() / 1_000))]++;
        count++;
    }

    void add(Histogram other) {
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] += other.buckets[i];
        }
        count += other.count;
    }

    long count() {
        return count;
    }

    /** In seconds: the upper end of the bucket that holds this share of all; 0 where there are none. */
    double quantile(double share) {
        long wanted = Math.max(1, (long) Math.ceil(share * count));
        long seen = 0;
        for (int i = 0; i < buckets.length; i++) {
            seen += buckets[i];
            if (seen >= wanted) {
                return upperEnd(i) / MICROS_PER_SECOND;
            }
        }
        return 0;
    }

    /** Small numbers have a bucket each; then the highest four bits choose. */
    static int bucket(long micros) {
        if (micros < PER_DOUBLING) {
            return (int) micros;
        }
        int doubling = Long.SIZE - 1 - Long.numberOfLeadingZeros(micros) - PER_DOUBLING_BITS;
        int within = (int) (micros >>> doubling) - PER_DOUBLING;
        return Math.min((doubling + 1) * PER_DOUBLING + within, DOUBLINGS * PER_DOUBLING - 1);
    }

    static long upperEnd(int bucket) {
        if (bucket < PER_DOUBLING) {
            return bucket;
        }
        int doubling = bucket / PER_DOUBLING - 1;
        long within = (long) bucket % PER_DOUBLING + PER_DOUBLING;
        return ((within + 1) << doubling) - 1;
    }
}
