// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.RecordId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks the store for a record that nobody has: whether it answers is the health of everything that it protects. */
final class StoreProbe {

    private static final RecordId NOBODYS =
            new RecordId(new Tenant("semel"), "semel.health", new IdempotencyKey("semel.health"));

    private final IdempotencyStore store;
    private final Duration limit;

    StoreProbe(IdempotencyStore store, Duration limit) {
        this.store = store;
        this.limit = limit;
    }

    /**
     * Waits for the store's answer.
     *
     * @throws IllegalStateException if there was none; its message has no payload and no credentials
     */
    void ask() {
        try {
            store.find(NOBODYS).toCompletableFuture().get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the store does not answer: protected requests get 503", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the store was asked", e);
        }
    }

    /** What the store promises, for people. */
    Map<String, Object> details() {
        return Map.of(
                "consistency", store.guarantees().consistency().name(),
                "reach", store.guarantees().reach().name(),
                "durability", store.guarantees().durability().name(),
                "guarantees", store.guarantees().statement());
    }
}
