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
import java.util.concurrent.CompletionStage;

/** A store that can do what every store can, and nothing else. */
class LeastStore implements IdempotencyStore {

    final IdempotencyStore store;

    LeastStore(IdempotencyStore store) {
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
    public Guarantees guarantees() {
        return store.guarantees();
    }
}
