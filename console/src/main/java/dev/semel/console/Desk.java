// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.Fingerprint;
import dev.semel.key.KeyHash;
import dev.semel.seal.Seal;
import dev.semel.spi.Browsable;
import dev.semel.spi.DoubtList;
import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Settleable;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The store as operators use it: they look, and they settle, which leaves a line in the audit log. Safe for use by several
 * threads; nothing in it waits.
 */
public final class Desk {

    private final IdempotencyStore store;
    private final KeyHash hash;
    private final Duration limit;
    private final Audit audit = new Audit();

    /**
     * A desk at this store.
     *
     * @param store where the records are
     * @param hash what stands for keys in the audit log
     * @param limit after how long a call counts as unanswered
     */
    public Desk(IdempotencyStore store, KeyHash hash, Duration limit) {
        this.store = store;
        this.hash = hash;
        this.limit = limit;
    }

    public Guarantees guarantees() {
        return store.guarantees();
    }

    /** The short hash of a key, as it stands in logs. */
    public String hashOf(RecordId id) {
        return hash.of(id.tenant().id(), id.operation(), id.key().value());
    }

    /** The short hash of what a key was used for: keyed, since a plain one would let bodies be guessed. */
    String hashOf(Fingerprint fingerprint) {
        return hash.of("", "fingerprint", HexFormat.of().formatHex(fingerprint.toBytes()));
    }

    boolean isHashShared() {
        return hash.shared();
    }

    /** Whether records can be settled here at all. */
    public boolean canSettle() {
        return store instanceof Settleable;
    }

    boolean canBrowse() {
        return store instanceof Browsable;
    }

    /** Looks a record up; fails where the store does not answer in time. */
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return limited(store.find(id)).thenApply(found -> {
            found.ifPresent(Desk::requireOpen);
            return found;
        });
    }

    /** A console without the keys must not show what is sealed for what was said. */
    private static void requireOpen(Sighting sighting) {
        sighting.standingAnswer().map(Answer::saved).filter(Seal::isOn).ifPresent(saved -> {
            throw new UnreadableRecordException("its answer is sealed with the key '"
                    + Seal.keyOf(saved).orElse("?")
                    + "', and there are no keys here; see docs/operations.md#answers-cannot-be-opened");
        });
    }

    /** One page of records. */
    CompletionStage<Browsable.Page> browse(Browsable.Question question) {
        if (store instanceof Browsable browsable) {
            return limited(browsable.browse(question));
        }
        throw new Refusal(
                Refusal.Kind.NOT_BROWSABLE,
                "this store cannot be searched; find a record by its tenant, operation and key");
    }

    /** Whether the store keeps a list of what waits for a decision. */
    boolean hasList() {
        return store instanceof DoubtList;
    }

    /** One page of that list. */
    CompletionStage<Browsable.Page> doubts(Browsable.Question question) {
        return limited(((DoubtList) store).doubts(question));
    }

    /** Settles a record, if it is still as it was seen; empty where there is none. */
    public CompletionStage<Optional<SettleAnswer>> settle(Settlement settlement) {
        if (!(store instanceof Settleable settleable)) {
            throw new Refusal(Refusal.Kind.NOT_SETTLEABLE, "this store has no settlements");
        }
        settlement.check();
        String hashed = hashOf(settlement.id());
        audit.asked(settlement, hashed);
        AtomicBoolean isSent = new AtomicBoolean();
        Settleable sending = settle -> {
            isSent.set(true);
            return settleable.settle(settle);
        };
        return CompletableFuture.completedFuture(settlement)
                .thenCompose(this::notShortened)
                .thenCompose(asked -> decide(sending, asked))
                .whenComplete((settled, failure) -> audit.settled(
                        settlement,
                        hashed,
                        failure == null ? Audit.ending(settled) : Audit.ending(failure, isSent.get())));
    }

    /**
     * Where nobody knows how long the operation keeps its records, one that is kept longer than by default stays so: to forget it
     * sooner would let a late retry run. What is held until it is settled does not say for how long it would be kept.
     */
    private CompletionStage<Settlement> notShortened(Settlement settlement) {
        if (settlement.retention().isPresent()) {
            return CompletableFuture.completedFuture(settlement);
        }
        Duration usual = Catalogue.unknown().retention();
        return find(settlement.id())
                .thenApply(found -> found.filter(
                                sighting -> !sighting.record().expiresAt().equals(KeyRecord.NEVER))
                        .map(Sighting::retentionLeft)
                        .filter(left -> left.compareTo(usual) > 0)
                        .map(settlement::keptFor)
                        .orElse(settlement));
    }

    private CompletionStage<Optional<SettleAnswer>> decide(Settleable settleable, Settlement settlement) {
        Optional<ClaimId> seen = settlement.seen();
        // Whoever sends it again may have looked at the record in between, and have seen this very settlement.
        boolean hasSeenItself = seen.filter(settlement.claimId()::equals).isPresent();
        return seen.isPresent() && !hasSeenItself
                ? fenced(settleable, settlement.fencedBy(seen.get()))
                : find(settlement.id())
                        .thenCompose(found -> found.map(now -> asFound(settleable, settlement, now))
                                .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())));
    }

    /** The fence is the store's to judge; the claim only has to be that of the record as it stands. */
    private CompletionStage<Optional<SettleAnswer>> asFound(
            Settleable settleable, Settlement settlement, Sighting seen) {
        ClaimId holder = seen.record().claimId();
        boolean again = holder.equals(settlement.claimId()) && seen.record().attempt() == settlement.attempt();
        if (again) {
            return CompletableFuture.completedFuture(Optional.of(new SettleAnswer.Settled(seen)));
        }
        // What was seen is there no more, and the record that is was seen by nobody.
        return settlement.seen().isPresent()
                ? CompletableFuture.completedFuture(Optional.of(new SettleAnswer.Refused(seen)))
                : fenced(settleable, settlement.fencedBy(holder));
    }

    private CompletionStage<Optional<SettleAnswer>> fenced(Settleable settleable, Settle settle) {
        return limited(settleable.settle(settle))
                .thenApply(answer -> answer instanceof SettleAnswer.Refused refused && refused.sighting() == null
                        ? Optional.empty()
                        : Optional.of(answer));
    }

    /** A copy, since what times out here must not be completed for others. */
    private <T> CompletionStage<T> limited(CompletionStage<T> answer) {
        return answer.toCompletableFuture().copy().orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS);
    }
}
