// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Somebody who waits for the end of a sent request, until told of it. */
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

    boolean isOver() {
        return get() == null;
    }

    void answer(@Nullable T answer) {
        Listener<T> listener = getAndSet(null);
        if (listener != null) {
            sender.onEnd();
            listener.told(answer, null);
        }
    }

    /** Says whether this was the end. */
    boolean fail(Throwable failure) {
        Listener<T> listener = getAndSet(null);
        if (listener == null) {
            return false;
        }
        sender.onEnd();
        sender.onFailure(failure);
        listener.told(null, failure);
        return true;
    }
}
