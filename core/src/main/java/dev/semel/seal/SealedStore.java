// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Transactional;
import java.util.List;

/**
 * A store that keeps saved answers encrypted (R27), around any other: answers are sealed before they reach the store inside,
 * and opened when they come back, for the engine and for everybody else who looks.
 *
 * <pre>{@code
 * KeyRing keys = KeyRing.of(SealingKey.of("2026-11", System.getenv("SEMEL_KEY")));
 * IdempotencyStore store = SealedStore.over(JdbcStore.postgresql(dataSource).open(), keys);
 * Idempotency idempotency = Idempotency.builder(store).build();
 * }</pre>
 *
 * <p>What is sealed: status, headers, body, content type, and whether an answer was too large to keep. What is not: tenant, operation,
 * key, fingerprint, state, times, history with who settled what and why, and about how long an answer is.
 *
 * <p>An answer that does not open (its key is not in the ring, its bytes were changed, it was moved from another record) is a record
 * that cannot be read: {@link dev.semel.spi.UnreadableRecordException}, and the work is never done again because of it (R20).
 * Only a page of {@link dev.semel.spi.Browsable} still has such a record, and a claim that is told of another payload or of
 * somebody else at work, with an omitted answer in place of its own, on which {@link Seal#isOn} is true.
 *
 * <p>It has every capability of {@code dev.semel.spi} that the store inside has, and no other, and is {@link AutoCloseable} if that
 * one is. Large answers are sealed and opened on threads of its own, small ones where they come. Made by {@link #over}; not for
 * implementing. Safe for use by several threads.
 */
public interface SealedStore extends IdempotencyStore {

    /**
     * Seals what the store keeps.
     *
     * @throws IllegalArgumentException if the store is sealed already, or can do something that this version cannot seal
     */
    static SealedStore over(IdempotencyStore store, KeyRing keys) {
        return SealedProxy.around(store, keys);
    }

    /**
     * As {@link #over(IdempotencyStore, KeyRing)}, for a store in whose transactions answers are saved.
     *
     * @param <T> a transaction of the application's
     * @param <S> the store inside
     */
    @SuppressWarnings("unchecked")
    static <T, S extends Transactional<T> & IdempotencyStore> InTransactions<T> over(S store, KeyRing keys) {
        // A store that is transactional gets this face from the proxy, with the transactions of the store inside.
        return (InTransactions<T>) SealedProxy.around(store, keys);
    }

    /** The store itself, or the one that it seals: for what only that kind of store has, never for its records. */
    static IdempotencyStore within(IdempotencyStore store) {
        return store instanceof SealedStore sealed ? sealed.inside() : store;
    }

    /** The interfaces of the store that seals one of this class, in their order: a native image has to be told. */
    static List<Class<?>> faces(Class<? extends IdempotencyStore> inside) {
        return SealedProxy.faces(inside);
    }

    /** The store that is sealed: there the answers are as they lie. */
    IdempotencyStore inside();

    /** The keys that seal and open now. */
    KeyRing keys();

    /** Seals and opens with other keys from now on; calls that are under way may still use those before. */
    void use(KeyRing keys);

    /**
     * A sealed store in whose transactions answers are saved (R22).
     *
     * @param <T> a transaction of the application's
     */
    interface InTransactions<T> extends SealedStore, Transactional<T> {}
}
