// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.spi.DoubtList;
import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Purgeable;
import dev.semel.spi.Settleable;
import dev.semel.state.Abandon;
import dev.semel.state.Answer;
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
import dev.semel.state.State;
import dev.semel.state.Transitions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The reference store with every part open to be replaced by a wrong one. By itself it is right. */
public class OpenStore implements IdempotencyStore, Purgeable, Settleable, DoubtList {

    protected final Shelf shelf;

    public OpenStore(Shelf shelf) {
        this.shelf = shelf;
    }

    /** A second client of the same records. */
    public OpenStore another() {
        return this;
    }

    /** Under what name a record is kept. */
    protected Object slot(RecordId id) {
        return id;
    }

    protected Instant now() {
        return shelf.clock().instant();
    }

    protected Decision<ClaimAnswer> onClaim(@Nullable KeyRecord record, Claim claim, Instant now) {
        return Transitions.onClaim(record, claim, now);
    }

    protected Decision<FinishAnswer> onFinish(@Nullable KeyRecord record, Finish finish, Instant now) {
        return Transitions.onFinish(record, finish, now);
    }

    protected Decision<RenewAnswer> onRenew(@Nullable KeyRecord record, Renewal renewal, Instant now) {
        return Transitions.onRenew(record, renewal, now);
    }

    protected Decision<Boolean> onAbandon(@Nullable KeyRecord record, Abandon abandon, Instant now) {
        return Transitions.onAbandon(record, abandon, now);
    }

    protected Decision<SettleAnswer> onSettle(@Nullable KeyRecord record, Settle settle, Instant now) {
        return Transitions.onSettle(record, settle, now);
    }

    protected boolean isPurged(KeyRecord record, Instant now) {
        return record.expiredAt(now);
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return done(decide(claim.id(), (record, now) -> onClaim(record, claim, now)));
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return done(decide(finish.id(), (record, now) -> onFinish(record, finish, now)));
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return done(batch.stream()
                .map(renewal -> decide(renewal.id(), (record, now) -> onRenew(record, renewal, now)))
                .toList());
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return done(decide(abandon.id(), (record, now) -> onAbandon(record, abandon, now)));
    }

    @Override
    public CompletionStage<SettleAnswer> settle(Settle settle) {
        return done(decide(settle.id(), (record, now) -> onSettle(record, settle, now)));
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        KeyRecord record = shelf.records().get(slot(id));
        Instant now = now();
        return done(Optional.ofNullable(record).filter(it -> !it.expiredAt(now)).map(it -> new Sighting(it, now)));
    }

    @Override
    public CompletionStage<Integer> purge(int limit) {
        int removed = 0;
        for (Map.Entry<Object, KeyRecord> entry : shelf.records().entrySet()) {
            boolean room = removed < limit;
            boolean wanted = room && isPurged(entry.getValue(), now());
            removed += wanted && shelf.records().remove(entry.getKey(), entry.getValue()) ? 1 : 0;
        }
        return done(removed);
    }

    /** Whether a record is on one of the pages. */
    protected boolean isShown(KeyRecord record, Question question, Instant now) {
        return !record.expiredAt(now) && question.matches(record);
    }

    @Override
    public CompletionStage<Page> browse(Question question) {
        return done(light(page(question, question.size())));
    }

    /** As much of a page as it may weigh. */
    private static Page light(Page page) {
        long weight = 0;
        for (int i = 0; i < page.found().size(); i++) {
            Answer answer = page.found().get(i).record().answer();
            weight += answer == null ? 0 : answer.saved().size();
            if (weight >= Page.HEAVIEST) {
                List<Sighting> some = page.found().subList(0, i + 1);
                return new Page(some, Optional.of(lastOf(some)));
            }
        }
        return page;
    }

    protected Page page(Question question, int size) {
        return page(question, size, (record, now) -> isShown(record, question, now));
    }

    /** A place is the key that a page ended with; the kit's keys are all different. */
    protected Page page(Question question, int size, BiPredicate<KeyRecord, Instant> wanted) {
        Instant now = now();
        List<Sighting> found = shelf.records().values().stream()
                .filter(record -> wanted.test(record, now))
                .sorted(Comparator.comparing(record -> record.id().key().value()))
                .filter(record ->
                        record.id().key().value().compareTo(question.after().orElse("")) > 0)
                .limit(size)
                .map(record -> new Sighting(record, now))
                .toList();
        return new Page(found, found.size() < size ? Optional.empty() : Optional.of(lastOf(found)));
    }

    /** Whether a record waits for somebody's decision. */
    protected boolean isListed(KeyRecord record, Question question, Instant now) {
        boolean lapsed = record.lapsedAt(now) && record.answer() == null;
        return !record.expiredAt(now) && question.matches(record) && (record.state() == State.IN_DOUBT || lapsed);
    }

    @Override
    public CompletionStage<Page> doubts(Question question) {
        return done(listed(question, question.size()));
    }

    protected Page listed(Question question, int size) {
        return page(question, size, (record, now) -> isListed(record, question, now));
    }

    /** A page whose place says how many were shown, and not which was the last: a mistake for others to make. */
    static Page byNumber(Question question, Function<Question, Page> everything) {
        int skipped = Integer.parseInt(question.after().orElse("0"));
        Question whole = new Question(
                question.states(), question.tenant(), question.operation(), Optional.empty(), question.size());
        List<Sighting> all = everything.apply(whole).found();
        int end = Math.min(all.size(), skipped + question.size());
        return new Page(
                all.subList(Math.min(skipped, end), end),
                end < all.size() ? Optional.of(Integer.toString(end)) : Optional.empty());
    }

    private static String lastOf(List<Sighting> found) {
        return found.get(found.size() - 1).record().id().key().value();
    }

    @Override
    public Guarantees guarantees() {
        return new Guarantees(
                Guarantees.Consistency.LINEARIZABLE,
                Guarantees.ClockOwner.OWNING_PROCESS,
                Guarantees.Reach.PROCESS,
                Guarantees.Durability.NONE,
                "A store for the kit's own tests: it promises what it may not keep.");
    }

    /** Decides and writes as one. */
    protected <A> A decide(RecordId id, BiFunction<@Nullable KeyRecord, Instant, Decision<A>> transition) {
        AtomicReference<A> answer = new AtomicReference<>();
        shelf.records().compute(slot(id), (same, record) -> {
            Decision<A> decision = transition.apply(record, now());
            answer.set(decision.answer());
            return decision.write() == null ? record : decision.write();
        });
        return answer.get();
    }

    /** The record as far as it has not expired. */
    protected static @Nullable KeyRecord present(@Nullable KeyRecord record, Instant now) {
        return record == null || record.expiredAt(now) ? null : record;
    }

    protected static <T> CompletionStage<T> done(T answer) {
        return CompletableFuture.completedFuture(answer);
    }
}
