// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A store whose line can be cut, for all calls or for the endings of attempts alone. */
final class CutOffStore implements IdempotencyStore {

    private final IdempotencyStore store;
    private volatile HttpHarness.Outage outage = HttpHarness.Outage.NONE;

    CutOffStore(IdempotencyStore store) {
        this.store = store;
    }

    void outage(HttpHarness.Outage begins) {
        outage = begins;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return unlessCut(outage == HttpHarness.Outage.ALL, () -> store.claim(claim));
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return unlessCut(outage != HttpHarness.Outage.NONE, () -> store.finish(finish));
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return unlessCut(outage == HttpHarness.Outage.ALL, () -> store.renew(batch));
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return unlessCut(outage == HttpHarness.Outage.ALL, () -> store.abandon(abandon));
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return unlessCut(outage == HttpHarness.Outage.ALL, () -> store.find(id));
    }

    @Override
    public Guarantees guarantees() {
        return store.guarantees();
    }

    private static <T> CompletionStage<T> unlessCut(boolean cut, Supplier<CompletionStage<T>> call) {
        return cut ? CompletableFuture.failedFuture(new StoreUnavailableException("the line is cut")) : call.get();
    }
}
