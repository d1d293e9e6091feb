// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

import dev.semel.spi.Guarantees;
import dev.semel.spi.Guarantees.ClockOwner;
import dev.semel.spi.Guarantees.Consistency;
import dev.semel.spi.Guarantees.Durability;
import dev.semel.spi.Guarantees.Reach;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Purgeable;
import dev.semel.spi.Settleable;
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
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import dev.semel.state.Transitions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The control: the shape that the stranger's stores share, with nothing wrong in it. */
public class PlainStore implements IdempotencyStore, Purgeable, Settleable {

    final ConcurrentHashMap<Object, KeyRecord> records = new ConcurrentHashMap<>();
    final InstantSource clock;

    public PlainStore(InstantSource clock) {
        this.clock = clock;
    }

    /** Under what a record is kept. */
    Object place(RecordId id) {
        return id;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return done(decide(claim.id(), (record, now) -> Transitions.onClaim(record, claim, now)));
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return done(decide(finish.id(), (record, now) -> Transitions.onFinish(record, finish, now)));
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return done(batch.stream().map(this::renewOne).toList());
    }

    RenewAnswer renewOne(Renewal renewal) {
        return decide(renewal.id(), (record, now) -> Transitions.onRenew(record, renewal, now));
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return done(decide(abandon.id(), (record, now) -> Transitions.onAbandon(record, abandon, now)));
    }

    @Override
    public CompletionStage<SettleAnswer> settle(Settle settle) {
        return done(decide(settle.id(), (record, now) -> Transitions.onSettle(record, settle, now)));
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        Instant now = clock.instant();
        return done(Optional.ofNullable(records.get(place(id)))
                .filter(record -> !record.expiredAt(now))
                .map(record -> new Sighting(record, now)));
    }

    @Override
    public CompletionStage<Integer> purge(int limit) {
        int removed = 0;
        for (Map.Entry<Object, KeyRecord> entry : records.entrySet()) {
            if (removed == limit) {
                break;
            }
            boolean expired = entry.getValue().expiredAt(clock.instant());
            removed += expired && records.remove(entry.getKey(), entry.getValue()) ? 1 : 0;
        }
        return done(removed);
    }

    /** How many records are kept, expired ones included until they are purged. */
    public long size() {
        return records.mappingCount();
    }

    @Override
    public Guarantees guarantees() {
        return new Guarantees(
                Consistency.LINEARIZABLE,
                ClockOwner.OWNING_PROCESS,
                Reach.PROCESS,
                Durability.NONE,
                "A store of the kit's own tests: gone with the process.");
    }

    final <A> A decide(RecordId id, BiFunction<@Nullable KeyRecord, Instant, Decision<A>> transition) {
        AtomicReference<@Nullable A> told = new AtomicReference<>();
        records.compute(place(id), (same, record) -> {
            Decision<A> decision = transition.apply(record, clock.instant());
            told.set(decision.answer());
            return decision.write() == null ? record : decision.write();
        });
        A answer = told.get();
        if (answer == null) {
            throw new IllegalStateException("a transition gave no answer");
        }
        return answer;
    }

    static <T> CompletionStage<T> done(T value) {
        return CompletableFuture.completedFuture(value);
    }
}
