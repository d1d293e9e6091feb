// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives 64-bit stamps, each greater than all before: 48 bits of Unix time in milliseconds, then a counter of 16 bits.
 *
 * <p>No caller ever waits or tries again: either it moves the stamp to a new millisecond, or it adds one.
 */
final class MonotonicStamp {

    static final int COUNTER_BITS = 16;

    /** A new millisecond starts in the lower half of the counter: at least 2^15 keys follow before it is full. */
    private static final int SEED_BITS = COUNTER_BITS - 1;

    private final AtomicLong last = new AtomicLong();

    long next(long nowMillis, RandomWords words) {
        long seen = last.get();
        if (nowMillis > (seen >>> COUNTER_BITS)) {
            long fresh = (nowMillis << COUNTER_BITS) | (words.next(nowMillis) >>> (Long.SIZE - SEED_BITS));
            if (last.compareAndSet(seen, fresh)) {
                return fresh;
            }
        }
        // The clock stands still, is behind, or another thread was faster. A full counter carries into the time.
        return last.incrementAndGet();
    }
}
