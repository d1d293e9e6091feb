// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.linearizability;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Purgeable;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import dev.semel.state.Transitions;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One record, the state machine, and no thought of threads. */
final class PlainStore implements IdempotencyStore, Purgeable {

    private final InstantSource clock;
    private @Nullable KeyRecord record;

    PlainStore(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return apply(Transitions.onClaim(record, claim, clock.instant()));
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return apply(Transitions.onFinish(record, finish, clock.instant()));
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return apply(Transitions.onRenew(record, batch.get(0), clock.instant())).thenApply(List::of);
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return apply(Transitions.onAbandon(record, abandon, clock.instant()));
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return CompletableFuture.completedFuture(Optional.ofNullable(record)
                .filter(found -> !found.expiredAt(clock.instant()))
                .map(found -> new Sighting(found, clock.instant())));
    }

    @Override
    public CompletionStage<Integer> purge(int limit) {
        boolean expired = record != null && record.expiredAt(clock.instant());
        record = expired ? null : record;
        return CompletableFuture.completedFuture(expired ? 1 : 0);
    }

    @Override
    public Guarantees guarantees() {
        return MemoryStore.create().guarantees();
    }

    private <A> CompletionStage<A> apply(Decision<A> decision) {
        record = decision.after(record).orElse(null);
        return CompletableFuture.completedFuture(decision.answer());
    }
}
