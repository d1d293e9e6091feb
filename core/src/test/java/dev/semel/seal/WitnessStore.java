// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store that can do the five things alone, remembers on which thread an attempt was ended, and answers claims when it is told to. */
class WitnessStore implements IdempotencyStore {

    final IdempotencyStore store;
    private volatile String finishedBy = "";
    private volatile CompletableFuture<Void> brought = CompletableFuture.completedFuture(null);

    WitnessStore(IdempotencyStore store) {
        this.store = store;
    }

    /** Answers claims only when something has happened, and on the thread on which it does. */
    void answerAfter(CompletableFuture<Void> happened) {
        brought = happened;
    }

    String finishedBy() {
        return finishedBy;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return brought.thenCompose(now -> store.claim(claim));
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        finishedBy = Thread.currentThread().getName();
        return store.finish(finish);
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return store.renew(batch);
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return store.abandon(abandon);
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return store.find(id);
    }

    @Override
    public Guarantees guarantees() {
        return store.guarantees();
    }
}
