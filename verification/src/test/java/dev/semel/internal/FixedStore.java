// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Says of one record what it was told to say, and answers renewals in turn with every answer that there is. */
final class FixedStore implements IdempotencyStore {

    private static final List<RenewAnswer> ANSWERS =
            List.of(RenewAnswer.RENEWED, RenewAnswer.UNKNOWN, RenewAnswer.LOST);

    volatile Sighting seen = Bench.running();
    volatile CompletionStage<?> looksUntil = CompletableFuture.completedFuture(null);
    volatile int lastBatch;
    private final AtomicInteger renewals = new AtomicInteger();

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return CompletableFuture.completedFuture(new ClaimAnswer.InProgress(seen));
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return CompletableFuture.completedFuture(new FinishAnswer.Applied(seen));
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        lastBatch = batch.size();
        int turn = renewals.getAndIncrement() % (ANSWERS.size() + 1);
        return turn == ANSWERS.size()
                ? CompletableFuture.failedFuture(new StoreUnavailableException("not now"))
                : CompletableFuture.completedFuture(Collections.nCopies(batch.size(), ANSWERS.get(turn)));
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return CompletableFuture.completedFuture(false);
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        Optional<Sighting> found = Optional.of(seen);
        return looksUntil.thenApply(over -> found);
    }

    @Override
    public Guarantees guarantees() {
        return MemoryStore.create().guarantees();
    }
}
