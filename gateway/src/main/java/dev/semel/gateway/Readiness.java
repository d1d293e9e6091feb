// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.RecordId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Whether requests should come here: the store answers in time, and the gateway is not stopping. One question to the store at a
 * time, however many ask here. Safe for use by several threads.
 */
final class Readiness {

    private static final RecordId NOBODYS =
            new RecordId(new Tenant("semel"), "semel.ready", new IdempotencyKey("semel.ready"));

    private final IdempotencyStore store;
    private final Duration limit;
    private volatile boolean stopping;
    private CompletableFuture<Optional<String>> probe = CompletableFuture.completedFuture(Optional.empty());

    Readiness(IdempotencyStore store, Duration limit) {
        this.store = store;
        this.limit = limit;
    }

    /** From now on requests should go elsewhere. */
    void stop() {
        stopping = true;
    }

    /** Why it is not ready, if so: without a payload and without credentials. Comes within the limit. */
    CompletableFuture<Optional<String>> problem() {
        return stopping
                ? CompletableFuture.completedFuture(
                        Optional.of("stopping: what was accepted is finished, and nothing new is accepted"))
                : ask();
    }

    private synchronized CompletableFuture<Optional<String>> ask() {
        if (probe.isDone()) {
            probe = find().orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                    .<Optional<String>>handle((found, failure) -> Optional.ofNullable(failure)
                            .map(why -> why instanceof TimeoutException
                                    ? "the store did not answer within " + Durations.show(limit)
                                    : "the store cannot be asked: protected requests get 503"));
        }
        return probe;
    }

    private CompletableFuture<?> find() {
        try {
            // A copy, since what times out here must not be completed for others.
            return store.find(NOBODYS).toCompletableFuture().copy();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
