// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import dev.semel.spi.IdempotencyStore;

/**
 * A store that fails on demand, around any other: to see what your service does when its store is slow, cut off, or
 * forgets to answer.
 *
 * <pre>{@code
 * FaultyStore store = FaultyStore.around(MemoryStore.create());
 * store.next(Fault.REPLY_LOST).onFinish();
 * }</pre>
 *
 * <p>It has every capability of {@code dev.semel.spi} that the store inside has, and no other: {@code instanceof
 * Purgeable} says the same of both. Every call that answers with a stage can be hit by a fault. Safe for use by several
 * threads. Made by {@link #around}; not for implementing.
 */
public interface FaultyStore extends IdempotencyStore, Faults {

    /** A store that behaves like the given one until a fault is asked for. */
    static FaultyStore around(IdempotencyStore store) {
        return FaultyProxy.around(store);
    }
}
