// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StoreException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who waits for the end of a sent request, until told of it. Who was told that it takes too long waits no more, but the
 * request keeps its place among those under way until the driver is done with it: else a server that is slow, and answers all the
 * same, would be sent more and more (R29).
 */
final class Awaiting<T> extends AtomicReference<@Nullable Listener<T>> {

    private static final long serialVersionUID = 1;

    private final transient Sender sender;
    private final long since = System.nanoTime();

    Awaiting(Listener<T> listener, Sender sender) {
        super(listener);
        this.sender = sender;
    }

    long since() {
        return since;
    }

    /** Whether the driver is done with it. */
    boolean isOver() {
        return get() == null;
    }

    /** Whether nobody waits for it any more. */
    boolean isInVain() {
        Listener<T> listener = get();
        return listener == null || listener instanceof Nobody;
    }

    void answer(@Nullable T answer) {
        Listener<T> listener = end();
        if (listener != null) {
            listener.told(answer, null);
        }
    }

    /** Says whether this was the end. */
    boolean fail(Throwable failure) {
        Listener<T> listener = end();
        if (listener == null) {
            return false;
        }
        try {
            sender.onFailure(failure);
        } finally {
            listener.told(null, failure);
        }
        return true;
    }

    /** The driver has lost it: it has no end, and needs no place. */
    void forget() {
        end();
    }

    private @Nullable Listener<T> end() {
        Listener<T> listener = getAndSet(null);
        if (listener != null) {
            sender.onEnd();
        }
        return listener;
    }

    /** Tells who waits that it takes too long. */
    void giveUp(StoreException reason) {
        Listener<T> listener = get();
        if (listener != null && !(listener instanceof Nobody) && compareAndSet(listener, new Nobody<>())) {
            listener.told(null, reason);
        }
    }

    /** Who waits for what was given up. */
    private static final class Nobody<T> implements Listener<T> {

        @Override
        public void told(@Nullable T answer, @Nullable Throwable failure) {
            // It was told already.
        }
    }
}
