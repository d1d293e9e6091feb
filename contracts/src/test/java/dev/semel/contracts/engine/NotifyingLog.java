// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.spi.IdempotencyStore;
import dev.semel.state.RecordId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store that can tell of endings; here it tells when a test says so. */
final class NotifyingLog extends StoreBetween {

    private final List<Consumer<RecordId>> listeners = new CopyOnWriteArrayList<>();
    private @Nullable Error failure;

    NotifyingLog(IdempotencyStore store) {
        super(store);
    }

    @Override
    public Subscription onEnded(Consumer<RecordId> listener) {
        listeners.add(listener);
        return () -> {
            listeners.remove(listener);
            if (failure != null) {
                throw failure;
            }
        };
    }

    /** Whoever ends a subscription meets this error. */
    void failsToEnd(Error error) {
        failure = error;
    }

    void tell(RecordId id) {
        listeners.forEach(listener -> listener.accept(id));
    }

    int subscribers() {
        return listeners.size();
    }
}
