// SPDX-License-Identifier: Apache-2.0
package dev.semel.memory;

import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The records, in many small maps. One large map would do for everything but a look through the records: it can only be walked from
 * its beginning, so that each page would take a walk through all of it. A shelf's number stays good whatever comes and goes.
 *
 * <p>Safe for use by several threads.
 */
final class Shelves implements Iterable<Map.Entry<RecordId, KeyRecord>> {

    /** So many records are on a shelf when the store is full. Clients who choose keys of one hash fill one with more. */
    private static final int USUAL = 64;

    private static final int MOST = 1 << 16;

    /** Spreads hashes whose lower bits alone differ: 2^32 divided by the golden ratio, as Knuth has it. */
    private static final int SPREAD = 0x9E3779B9;

    private final List<ConcurrentMap<RecordId, KeyRecord>> shelves = new ArrayList<>();
    private final Census census;
    private final LongAdder size = new LongAdder();
    private final int shift;

    Shelves(int capacity) {
        int count = Integer.highestOneBit(Math.max(1, Math.min(MOST, capacity / USUAL)));
        for (int i = 0; i < count; i++) {
            shelves.add(new ConcurrentHashMap<>());
        }
        census = new Census(count);
        shift = Integer.SIZE - Integer.numberOfTrailingZeros(count);
    }

    /** Where the record of this id is, or would be. */
    ConcurrentMap<RecordId, KeyRecord> of(RecordId id) {
        return shelves.get(shelfOf(id));
    }

    private int shelfOf(RecordId id) {
        return (int) (Integer.toUnsignedLong(id.hashCode() * SPREAD) >>> shift);
    }

    /** Counts what becomes of the record of this id; whoever writes it holds its lock. */
    void written(RecordId id, @Nullable KeyRecord before, KeyRecord after) {
        if (before == null) {
            size.increment();
            census.came(shelfOf(id), after.state());
        } else if (before.state() != after.state()) {
            census.moved(shelfOf(id), before.state(), after.state());
        }
    }

    /** How many records of each state there are; of one that is only just being written the old state, or the new one. */
    Census census() {
        return census;
    }

    /** Takes this very record away; false when another one is there by now, or none. */
    boolean remove(RecordId id, KeyRecord record) {
        boolean removed = of(id).remove(id, record);
        if (removed) {
            size.decrement();
            census.went(shelfOf(id), record.state());
        }
        return removed;
    }

    long size() {
        return size.sum();
    }

    /** How many shelves there are. */
    int count() {
        return shelves.size();
    }

    Collection<KeyRecord> on(int shelf) {
        return shelves.get(shelf).values();
    }

    /** All of them, one shelf after the other; what comes and goes meanwhile may be there or not. */
    @Override
    public Iterator<Map.Entry<RecordId, KeyRecord>> iterator() {
        return new Walk();
    }

    private final class Walk implements Iterator<Map.Entry<RecordId, KeyRecord>> {

        private final Iterator<ConcurrentMap<RecordId, KeyRecord>> left = shelves.iterator();
        private Iterator<Map.Entry<RecordId, KeyRecord>> here = Collections.emptyIterator();

        @Override
        public boolean hasNext() {
            while (!here.hasNext() && left.hasNext()) {
                here = left.next().entrySet().iterator();
            }
            return here.hasNext();
        }

        @Override
        public Map.Entry<RecordId, KeyRecord> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return here.next();
        }
    }
}
