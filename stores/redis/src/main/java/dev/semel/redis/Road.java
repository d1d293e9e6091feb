// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import java.util.concurrent.CompletableFuture;

/** A way to the servers. */
interface Road {

    /**
     * Sends a request without waiting, and never throws: whatever becomes of it is told. Failures are the driver's own, or a
     * {@link dev.semel.spi.StoreException}; {@link Failures} knows what they mean.
     */
    <T> void send(Request<T> request, Listener<T> listener);

    /** Sends a request without waiting. */
    default <T> CompletableFuture<T> send(Request<T> request) {
        CompletableFuture<T> end = new CompletableFuture<>();
        send(request, (answer, failure) -> {
            if (failure == null) {
                end.complete(answer);
            } else {
                end.completeExceptionally(failure);
            }
        });
        return end;
    }
}
