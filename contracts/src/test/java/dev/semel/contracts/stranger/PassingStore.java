// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

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

/** The control of the decorators: passes everything on. */
public class PassingStore implements IdempotencyStore, Notifying {

    final IdempotencyStore inner;

    public PassingStore(IdempotencyStore inner) {
        this.inner = inner;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return inner.claim(claim);
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return inner.finish(finish);
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return inner.renew(batch);
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return inner.abandon(abandon);
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return inner.find(id);
    }

    @Override
    public Subscription onEnded(Consumer<RecordId> listener) {
        return inner instanceof Notifying notifying ? notifying.onEnded(listener) : () -> {};
    }

    @Override
    public Guarantees guarantees() {
        return inner.guarantees();
    }
}
