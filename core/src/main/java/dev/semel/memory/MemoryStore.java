// SPDX-License-Identifier: Apache-2.0
package dev.semel.memory;

import dev.semel.SettingException;
import dev.semel.spi.DoubtList;
import dev.semel.spi.Guarantees;
import dev.semel.spi.Guarantees.ClockOwner;
import dev.semel.spi.Guarantees.Consistency;
import dev.semel.spi.Guarantees.Durability;
import dev.semel.spi.Guarantees.Reach;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Purgeable;
import dev.semel.spi.Settleable;
import dev.semel.spi.StoreUnavailableException;
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
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The reference store: {@link Transitions} inside an atomic map operation, within one process.
 *
 * <p>Safe for use by several threads. It never drops a record to make room: when it is full and nothing has expired, new
 * keys are refused as unavailable.
 */
public final class MemoryStore implements IdempotencyStore, Purgeable, Settleable, DoubtList {

    /** How many records a store holds unless told otherwise. */
    public static final int DEFAULT_CAPACITY = 100_000;

    private static final Guarantees GUARANTEES = new Guarantees(
            Consistency.LINEARIZABLE,
            ClockOwner.OWNING_PROCESS,
            Reach.PROCESS,
            Durability.NONE,
            "Records live in this process alone: another instance of the service does not see them, and they are gone"
                    + " when the process ends. For development, tests and single-process tools.");

    /** How many expired records a claim of a full store may remove to make room for its own. */
    private static final int ROOM = 100;

    /** A record's expiry may come closer after it was seen, so that what was seen counts for so long at the most. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Shelves records;
    private final Doubts doubts;
    private final InstantSource clock;
    private final int capacity;

    /**
     * What the last sweep has not come to: the next one goes on there. Each that began anew would first meet all the records
     * that the one before has left in place; in a busy process that was a tenth of its time.
     */
    private final AtomicReference<@Nullable Iterator<Map.Entry<RecordId, KeyRecord>>> unswept = new AtomicReference<>();

    /** Until then, as far as was seen, nothing expires. */
    private volatile Instant fullUntil = Instant.MIN;

    MemoryStore(int capacity, InstantSource clock) {
        if (capacity < 1) {
            throw new SettingException("capacity", "is " + capacity + ", a store needs room for at least 1 record");
        }
        this.capacity = capacity;
        this.records = new Shelves(capacity);
        this.clock = clock;
        this.doubts = new Doubts(records, clock);
    }

    /** A store of {@link #DEFAULT_CAPACITY} records. */
    public static MemoryStore create() {
        return holding(DEFAULT_CAPACITY);
    }

    /** A store that holds so many records, and at the most as many more as callers come in the moment in which it fills up. */
    public static MemoryStore holding(int capacity) {
        return new MemoryStore(capacity, new MonotonicClock());
    }

    /** A store on a clock of the caller's, for tests; the clock must never go back. */
    public static MemoryStore on(InstantSource clock) {
        return on(clock, DEFAULT_CAPACITY);
    }

    /** A store on a clock of the caller's that holds at most so many records, for tests. */
    public static MemoryStore on(InstantSource clock, int capacity) {
        return new MemoryStore(capacity, clock);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        // The clock first: a pause between the two readings must not make a lease look lapsed that was renewed since.
        Instant before = clock.instant();
        ConcurrentMap<RecordId, KeyRecord> shelf = records.of(claim.id());
        KeyRecord stored = shelf.get(claim.id());
        if (stored == null) {
            if (isFull(before)) {
                return CompletableFuture.failedFuture(new StoreUnavailableException("the in-memory store is full ("
                        + capacity + " records, none expired): raise its capacity or shorten the retention"));
            }
        } else {
            // Answers that write nothing, replays above all, need no lock: they were true when the record was read.
            Decision<ClaimAnswer> decision = Transitions.onClaim(stored, claim, before);
            if (decision.write() == null) {
                if (decision.answer() instanceof ClaimAnswer.Held) {
                    doubts.check(claim.id());
                }
                return CompletableFuture.completedFuture(decision.answer());
            }
        }
        return CompletableFuture.completedFuture(
                decide(shelf, claim.id(), (record, now) -> Transitions.onClaim(record, claim, now)));
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return apply(finish.id(), (record, now) -> Transitions.onFinish(record, finish, now));
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return CompletableFuture.completedFuture(batch.stream()
                .map(renewal -> decide(
                        records.of(renewal.id()),
                        renewal.id(),
                        (record, now) -> Transitions.onRenew(record, renewal, now)))
                .toList());
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return apply(abandon.id(), (record, now) -> Transitions.onAbandon(record, abandon, now));
    }

    @Override
    public CompletionStage<SettleAnswer> settle(Settle settle) {
        return apply(settle.id(), (record, now) -> Transitions.onSettle(record, settle, now));
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        Instant now = clock.instant();
        KeyRecord record = records.of(id).get(id);
        Optional<Sighting> seen =
                record == null || record.expiredAt(now) ? Optional.empty() : Optional.of(new Sighting(record, now));
        return CompletableFuture.completedFuture(seen);
    }

    @Override
    public CompletionStage<Integer> purge(int limit) {
        return CompletableFuture.completedFuture(removeExpired(limit));
    }

    @Override
    public CompletionStage<Page> browse(Question question) {
        Instant now = clock.instant();
        Page page = new Pages(records, question, now).page();
        // Nobody wrote anything when their leases ran out, and no retry may ever come: whoever comes by one lists it.
        page.found().stream()
                .filter(Sighting::lapsed)
                .forEach(sighting -> doubts.check(sighting.record().id()));
        return CompletableFuture.completedFuture(page);
    }

    @Override
    public CompletionStage<Page> doubts(Question question) {
        return CompletableFuture.completedFuture(doubts.page(question, clock.instant()));
    }

    /** How many records are kept, in any state, expired ones included until they are purged. */
    public long size() {
        return records.size();
    }

    /** How many lines the list of what waits for a decision has. */
    int listed() {
        return doubts.size();
    }

    @Override
    public Guarantees guarantees() {
        return GUARANTEES;
    }

    private <A> CompletionStage<A> apply(
            RecordId id, BiFunction<@Nullable KeyRecord, Instant, Decision<A>> transition) {
        return CompletableFuture.completedFuture(decide(records.of(id), id, transition));
    }

    /** Decides and writes as one: the map holds the record's lock while the clock is read and the transition runs. */
    private <A> A decide(
            ConcurrentMap<RecordId, KeyRecord> shelf,
            RecordId id,
            BiFunction<@Nullable KeyRecord, Instant, Decision<A>> transition) {
        Verdict<A> verdict = new Verdict<>();
        shelf.compute(id, (same, record) -> {
            Instant now = clock.instant();
            Decision<A> decision = transition.apply(record, now);
            verdict.answer = decision.answer();
            KeyRecord next = decision.write();
            if (next == null) {
                return record;
            }
            doubts.written(record, next, now);
            records.written(id, record, next);
            return next;
        });
        return verdict.get();
    }

    /** Looks for room at most once a second, and when something expires: a full store must refuse quickly. */
    private boolean isFull(Instant now) {
        if (records.size() < capacity) {
            return false;
        }
        // What others remove meanwhile makes room, too.
        return now.isBefore(fullUntil) || (removeExpired(ROOM) == 0 && records.size() >= capacity);
    }

    private int removeExpired(int limit) {
        Sweep sweep = new Sweep(records, doubts, clock.instant());
        Iterator<Map.Entry<RecordId, KeyRecord>> left = unswept.getAndSet(null);
        if (left != null) {
            if (sweep.over(left, limit)) {
                unswept.set(left);
            }
            // What expired behind it meanwhile is for the next one: to go on for a few more means to meet all the
            // living again.
            if (sweep.removed() > 0) {
                return sweep.removed();
            }
        }
        // What is left of the last sweep does not tell what there is: only a whole one does.
        Iterator<Map.Entry<RecordId, KeyRecord>> all = records.iterator();
        if (sweep.over(all, limit)) {
            unswept.set(all);
        } else {
            fullUntil = sweep.nextExpiry(BETWEEN_LOOKS);
        }
        return sweep.removed();
    }

    /** Carries an answer out of the map's atomic operation. */
    private static final class Verdict<A> {
        private @Nullable A answer;

        A get() {
            if (answer == null) {
                throw new IllegalStateException("a transition gave no answer");
            }
            return answer;
        }
    }
}
