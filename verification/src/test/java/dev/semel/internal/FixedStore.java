// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
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

/** Says of one record what it was told to say, and renews everything. */
final class FixedStore implements IdempotencyStore {

    volatile Sighting seen = Bench.running();

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
        return CompletableFuture.completedFuture(Collections.nCopies(batch.size(), RenewAnswer.RENEWED));
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return CompletableFuture.completedFuture(false);
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return CompletableFuture.completedFuture(Optional.of(seen));
    }

    @Override
    public Guarantees guarantees() {
        return MemoryStore.create().guarantees();
    }
}
