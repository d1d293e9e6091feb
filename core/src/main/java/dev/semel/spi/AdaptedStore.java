// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** A blocking store behind an executor. */
final class AdaptedStore implements IdempotencyStore {

    private final BlockingStore store;
    private final Executor executor;

    AdaptedStore(BlockingStore store, Executor executor) {
        this.store = store;
        this.executor = executor;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return run(() -> store.claim(claim));
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return run(() -> store.finish(finish));
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return run(() -> store.renew(batch));
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return run(() -> store.abandon(abandon));
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return run(() -> store.find(id));
    }

    @Override
    public Guarantees guarantees() {
        return store.guarantees();
    }

    private <T> CompletionStage<T> run(Supplier<T> call) {
        try {
            return CompletableFuture.supplyAsync(call, executor);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(
                    new StoreUnavailableException("the store's executor is full: too many calls are under way", e));
        }
    }
}
