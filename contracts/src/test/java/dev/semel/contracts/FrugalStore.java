// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
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
import dev.semel.state.State;
import dev.semel.state.Transitions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A store as unlike the reference one as the rules allow, in the way of Redis: milliseconds, answers on a thread of its
 * own, no capabilities, expiry by itself, and in progress an expiry that is the lease's end plus the retention and moves
 * with renewals. The contract must accept it.
 */
final class FrugalStore implements IdempotencyStore {

    private final Map<RecordId, KeyRecord> records;
    private final Executor executor;

    FrugalStore(Map<RecordId, KeyRecord> records, Executor executor) {
        this.records = records;
        this.executor = executor;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return later(() -> {
            Decision<ClaimAnswer> decision =
                    decide(claim.id(), (record, now) -> Transitions.onClaim(record, claim, now), claim.retention());
            return decision.write() == null || !(decision.answer() instanceof ClaimAnswer.Granted)
                    ? decision.answer()
                    : new ClaimAnswer.Granted(new Sighting(decision.write(), now()));
        });
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return later(() -> {
            Decision<FinishAnswer> decision =
                    decide(finish.id(), (record, now) -> Transitions.onFinish(record, finish, now), finish.retention());
            return decision.write() == null
                    ? decision.answer()
                    : new FinishAnswer.Applied(new Sighting(decision.write(), now()));
        });
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return later(() -> {
            List<RenewAnswer> answers = new ArrayList<>();
            for (Renewal renewal : batch) {
                answers.add(decide(
                                renewal.id(),
                                (record, now) -> Transitions.onRenew(record, renewal, now),
                                renewal.retention())
                        .answer());
            }
            return answers;
        });
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return later(
                () -> decide(abandon.id(), (record, now) -> Transitions.onAbandon(record, abandon, now), Duration.ZERO)
                        .answer());
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return later(() -> {
            KeyRecord record = records.get(id);
            Instant now = now();
            return Optional.ofNullable(record).filter(it -> !it.expiredAt(now)).map(it -> new Sighting(it, now));
        });
    }

    @Override
    public Guarantees guarantees() {
        return new Guarantees(
                Guarantees.Consistency.LINEARIZABLE,
                Guarantees.ClockOwner.SERVER,
                Guarantees.Reach.SHARED,
                Guarantees.Durability.NONE,
                "A store for the kit's own tests, as different from the reference store as it may be.");
    }

    /** All of the store's work is done one after the other, as by one server thread. */
    private <T> CompletionStage<T> later(java.util.function.Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, executor);
    }

    private <A> Decision<A> decide(
            RecordId id, BiFunction<@Nullable KeyRecord, Instant, Decision<A>> transition, Duration retention) {
        KeyRecord before = records.get(id);
        Decision<A> decision = transition.apply(before, now());
        if (decision.write() == null) {
            return decision;
        }
        KeyRecord written = frugal(decision.write(), before, retention);
        records.put(id, written);
        return new Decision<>(decision.answer(), written);
    }

    private static KeyRecord frugal(KeyRecord record, @Nullable KeyRecord before, Duration retention) {
        Instant leaseUntil = record.leaseUntil().truncatedTo(ChronoUnit.MILLIS);
        Instant expiry = record.expiresAt();
        if (record.state() == State.IN_PROGRESS) {
            Instant outlives = leaseUntil.plus(retention);
            boolean keeps = record.answer() != null
                    && before != null
                    && before.expiresAt().isAfter(outlives);
            expiry = keeps ? before.expiresAt() : outlives;
        }
        return new KeyRecord(
                record.id(),
                record.state(),
                record.fingerprint(),
                record.attempt(),
                record.claimId(),
                record.reason(),
                record.answer(),
                record.createdAt().truncatedTo(ChronoUnit.MILLIS),
                leaseUntil,
                expiry.equals(KeyRecord.NEVER) ? expiry : expiry.truncatedTo(ChronoUnit.MILLIS),
                record.history());
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }
}
