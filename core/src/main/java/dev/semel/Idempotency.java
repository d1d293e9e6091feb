// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import dev.semel.internal.Unprotected;
import dev.semel.spi.IdempotencyStore;
import java.util.concurrent.CompletionStage;

/**
 * The engine: it admits intents, so that each runs once, and looks after the tickets of those that run. Safe for use by
 * several threads; a process has one for each store, and closes it at its end.
 *
 * <pre>{@code
 * Idempotency idempotency = Idempotency.builder(store).build();
 * Execution execution = idempotency.execute(intent, ticket -> Outcome.completed(charge()));
 * }</pre>
 */
public interface Idempotency extends AutoCloseable {

    /** Begins an engine over a store. */
    static IdempotencyBuilder builder(IdempotencyStore store) {
        return new IdempotencyBuilder(store);
    }

    /**
     * An engine that protects nothing: every intent runs, each time, with a ticket that is {@linkplain Ticket#isDegraded() degraded}.
     * For an application that switches protection off and leaves its code as it is.
     */
    static Idempotency unprotected() {
        return Unprotected.ENGINE;
    }

    /**
     * Decides what the caller may do, and waits for the decision; bounded in time by the engine's store time-out and the
     * operation's waits. An interrupted caller gets {@link Admission.Unavailable} with its interrupt flag set, and nothing
     * stays behind.
     */
    Admission admit(Intent intent);

    /** Decides what the caller may do. The stage never fails, and completes on the calling thread or the executor. */
    CompletionStage<Admission> admitAsync(Intent intent);

    /**
     * Like {@link #admit}, but holds no thread for another's attempt (R28): it blocks until the store has answered, and if
     * the key is busy and the operation waits, the stage that it returns is not complete yet. In every other case it is. The
     * stage never fails, and then completes on the executor; cancelling it gives the place among the waiters up.
     */
    CompletionStage<Admission> admitOrWait(Intent intent);

    /**
     * Runs the handler, on this thread, if nobody has run it before; else takes the answer that is there.
     *
     * @throws Exception what the handler threw, after its outcome was recorded as the operation's classifier says; a
     *     failure that the classifier saves is returned as an answer instead
     */
    Execution execute(Intent intent, Handler handler) throws Exception;

    /** Like {@link #execute}, without blocking; the stage fails with what the handler failed with. */
    CompletionStage<Execution> executeAsync(Intent intent, AsyncHandler handler);

    /**
     * Stops admitting, lets the running tickets end for as long as the drain time allows, and stops renewing last.
     * Closing again does nothing. The store is not closed.
     */
    @Override
    void close();
}
