// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.RecordId;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A hint which records lately had a final answer. It may forget, and it may mistake one record for another: whoever asks it
 * only learns where to look first.
 *
 * <p>Safe for use by several threads.
 */
final class KnownAnswers {

    private static final int PLACES = 1 << 16;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final AtomicLongArray known = new AtomicLongArray(PLACES);

    void add(RecordId id) {
        long mark = mark(id);
        known.setOpaque(place(mark), mark);
    }

    void remove(RecordId id) {
        known.setOpaque(place(mark(id)), 0);
    }

    boolean contains(RecordId id) {
        long mark = mark(id);
        return known.getOpaque(place(mark)) == mark;
    }

    private static long mark(RecordId id) {
        long names = 31L * id.tenant().id().hashCode() + id.operation().hashCode();
        // Never zero: that is a free place.
        return (((names << Integer.SIZE) ^ (id.key().value().hashCode() & 0xFFFFFFFFL)) * MIX) | 1;
    }

    private static int place(long mark) {
        return (int) (mark >>> (Long.SIZE - Integer.numberOfTrailingZeros(PLACES)));
    }
}
