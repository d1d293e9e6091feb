// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Notifying;
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
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Stands between an engine and its store, and passes everything on; subclasses change what they need. */
class StoreBetween implements IdempotencyStore, Notifying {

    private final IdempotencyStore store;

    StoreBetween(IdempotencyStore store) {
        this.store = store;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return store.claim(claim);
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
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
    public Subscription onEnded(Consumer<RecordId> listener) {
        return store instanceof Notifying notifying ? notifying.onEnded(listener) : () -> {};
    }

    @Override
    public Guarantees guarantees() {
        return store.guarantees();
    }
}
