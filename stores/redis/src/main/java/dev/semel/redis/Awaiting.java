// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StoreException;
import io.lettuce.core.protocol.RedisCommand;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Somebody who waits for the end of a sent request, until told of it. */
final class Awaiting<T> extends AtomicReference<@Nullable Listener<T>> {

    private static final long serialVersionUID = 1;

    private final transient Sender sender;
    private final long since = System.nanoTime();

    /** What the driver sends instead of the call itself: in a cluster, a command that can be redirected. */
    private transient volatile @Nullable RedisCommand<?, ?, ?> wrapped;

    Awaiting(Listener<T> listener, Sender sender) {
        super(listener);
        this.sender = sender;
    }

    void isSentAs(RedisCommand<?, ?, ?> command) {
        wrapped = command;
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
        try {
            sender.onFailure(failure);
        } finally {
            listener.told(null, failure);
        }
        return true;
    }

    /** Fails, and has the driver do no more for it: whoever has been told so must not run into its effect later. */
    void giveUp(StoreException reason) {
        RedisCommand<?, ?, ?> command = wrapped;
        if (fail(reason) && command != null) {
            command.completeExceptionally(reason);
        }
    }
}
