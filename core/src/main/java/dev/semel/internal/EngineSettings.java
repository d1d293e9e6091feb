// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Operation;
import dev.semel.event.EventListener;
import dev.semel.key.KeyHash;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What an engine is made of, checked by its builder.
 *
 * @param store where the records live
 * @param listeners who hears events
 * @param logs whether warnings are logged
 * @param keyHash hashes keys for observers
 * @param executor the user's, or null for one of the engine's own
 * @param reconcilers the user's, or null for the user's executor, or else one of the engine's own
 * @param timers the user's, or null for the engine's own
 * @param storeTimeout how long one call of the store may take
 * @param drainTime how long closing waits for running attempts
 * @param purgeEvery how often expired records are removed; zero for never
 * @param mostTickets how many attempts may run at once
 * @param mostWaiters how many retries may wait at once
 * @param developmentMode whether a process-local store is meant
 * @param operations known at the start
 */
public record EngineSettings(
        IdempotencyStore store,
        List<EventListener> listeners,
        boolean logs,
        KeyHash keyHash,
        @Nullable Executor executor,
        @Nullable Executor reconcilers,
        @Nullable Timers timers,
        Duration storeTimeout,
        Duration drainTime,
        Duration purgeEvery,
        int mostTickets,
        int mostWaiters,
        boolean developmentMode,
        List<Operation> operations) {

    Shared open() {
        Timers time = timers == null ? new ThreadTimers() : timers;
        Executor workers = executor == null ? Workers.create("semel-worker") : executor;
        // Never closed, since answers still come after the end; it has no threads while nothing overflows.
        StoreCalls calls = new StoreCalls(time, storeTimeout, workers, Workers.create("semel-overflow"));
        EventHub events = new EventHub(listeners, logs, keyHash);
        return new Shared(store, calls, time, workers, openReconcilers(), storeTimeout, events);
    }

    private Executor openReconcilers() {
        if (reconcilers != null) {
            return reconcilers;
        }
        return executor == null ? Workers.create("semel-reconciler") : executor;
    }

    /** Closes what the engine made for itself, and nothing of the user's. */
    void close(Shared shared) {
        if (timers == null && shared.timers() instanceof ThreadTimers own) {
            own.close();
        }
        if (executor == null) {
            Workers.close(shared.executor());
        }
        if (executor == null && reconcilers == null) {
            Workers.close(shared.reconcilers());
        }
    }
}
