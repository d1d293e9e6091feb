// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.Guarantees;
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
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A store for one thread that decides as its machine does, right or wrong. */
final class MachineStore implements IdempotencyStore, Purgeable, Settleable {

    private final Map<RecordId, KeyRecord> records = new HashMap<>();
    private final Machine machine;
    private final InstantSource clock;

    MachineStore(Machine machine, InstantSource clock) {
        this.machine = machine;
        this.clock = clock;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return done(decide(claim.id(), (record, now) -> machine.onClaim(record, claim, now)));
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return done(decide(finish.id(), (record, now) -> machine.onFinish(record, finish, now)));
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return done(batch.stream()
                .map(renewal -> decide(renewal.id(), (record, now) -> machine.onRenew(record, renewal, now)))
                .toList());
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return done(decide(abandon.id(), (record, now) -> machine.onAbandon(record, abandon, now)));
    }

    @Override
    public CompletionStage<SettleAnswer> settle(Settle settle) {
        return done(decide(settle.id(), (record, now) -> machine.onSettle(record, settle, now)));
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        Instant now = clock.instant();
        return done(Optional.ofNullable(records.get(machine.keptUnder(id)))
                .filter(record -> !record.expiredAt(now))
                .map(record -> new Sighting(record, now)));
    }

    @Override
    public CompletionStage<Integer> purge(int limit) {
        List<RecordId> purged = records.values().stream()
                .filter(record -> machine.isPurged(record, clock.instant()))
                .limit(limit)
                .map(KeyRecord::id)
                .toList();
        purged.forEach(id -> records.remove(machine.keptUnder(id)));
        return done(purged.size());
    }

    @Override
    public Guarantees guarantees() {
        return MemoryStore.create().guarantees();
    }

    private <A> A decide(RecordId id, BiFunction<@Nullable KeyRecord, Instant, Decision<A>> transition) {
        KeyRecord before = records.get(machine.keptUnder(id));
        Decision<A> decision = transition.apply(before, clock.instant());
        decision.after(before).ifPresent(after -> records.put(machine.keptUnder(id), after));
        return decision.answer();
    }

    private static <T> CompletionStage<T> done(T value) {
        return CompletableFuture.completedFuture(value);
    }
}
