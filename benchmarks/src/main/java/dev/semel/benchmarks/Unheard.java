// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

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

/**
 * A store without its capabilities. An engine that has just begun asks all others to tell their endings for a minute;
 * over this one it does not, as after that minute when nobody waits.
 */
record Unheard(IdempotencyStore store) implements IdempotencyStore {

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
