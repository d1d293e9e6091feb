// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Completion;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.Ticket;
import dev.semel.event.TicketEvent.OwnershipLost;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.History;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.Renewal;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A running attempt, as its holder and the lease keeper see it. */
final class LiveTicket extends Living.Listed implements Ticket {

    private final Intent intent;
    private final KeyRecord record;
    private final Lease lease;
    private final long claimedNanos;
    private final TicketOffice office;
    private final LostSignal lost = new LostSignal();
    private final AtomicReference<@Nullable CompletableFuture<Completion>> ending = new AtomicReference<>();
    private volatile boolean over;
    private volatile boolean takenOver;
    private volatile boolean doubtSettled;

    LiveTicket(Intent intent, KeyRecord record, long claimSent, TicketOffice office) {
        this.intent = intent;
        this.record = record;
        this.claimedNanos = claimSent;
        this.office = office;
        this.lease = new Lease(intent.operation().lease(), intent.operation().maxDuration(), claimSent);
    }

    Intent intent() {
        return intent;
    }

    KeyRecord record() {
        return record;
    }

    Lease lease() {
        return lease;
    }

    long claimedNanos() {
        return claimedNanos;
    }

    /** Whether the attempts before this one are known to have done nothing. */
    boolean isDoubtSettled() {
        return doubtSettled;
    }

    /** A reconciler found that nothing had happened. */
    void settleDoubt() {
        doubtSettled = true;
    }

    boolean isEnding() {
        return ending.get() != null;
    }

    Renewal renewal(long now) {
        return new Renewal(
                record.id(),
                record.attempt(),
                record.claimId(),
                lease.renew(now),
                intent.operation().retention());
    }

    @Override
    public int attempt() {
        return record.attempt();
    }

    @Override
    public Reason reason() {
        return record.reason();
    }

    @Override
    public History history() {
        return record.history();
    }

    @Override
    public Optional<Instant> firstClaimed() {
        return Optional.of(record.createdAt());
    }

    @Override
    public boolean isDegraded() {
        return false;
    }

    @Override
    public boolean isOwner() {
        return !over && lease.isCertainAt(office.nanoTime());
    }

    @Override
    public void onLost(Runnable signal) {
        lost.onLost(signal, office::signal);
    }

    /** The store says that another attempt is the current one. */
    void takenOver() {
        takenOver = true;
        over = true;
        lose(OwnershipLost.Cause.TAKEN_OVER);
    }

    /** Who was told before that another attempt took over sends nothing of its own, silent as the store is now (R10). */
    Completion unconfirmed() {
        return takenOver ? new Completion.Lost(Losers.stillUnknown()) : new Completion.Unrecorded();
    }

    /** Its ending is recorded, or was given up: it owns nothing any more, and that is no loss. */
    void over() {
        over = true;
    }

    void lose(OwnershipLost.Cause cause) {
        if (lost.raise(office::signal)) {
            office.events().publish(() -> new OwnershipLost(office.events().key(intent), attempt(), cause));
        }
    }

    /** Shows the operation and the attempt: the usual text would show the hash of the key, by which it can be guessed. */
    @Override
    public String toString() {
        return "Ticket[" + record.id() + ", attempt " + attempt() + "]";
    }

    @Override
    public CompletionStage<Completion> end(Outcome outcome) {
        // Before anything is ended: a ticket that cannot say how would stay in the middle of its ending for ever.
        Objects.requireNonNull(outcome, "an attempt must say how it ended");
        return endOnce(completion -> office.record(this, outcome, completion));
    }

    @Override
    public Optional<Finish> ending(Outcome outcome) {
        return Optional.of(office.finish(this, outcome));
    }

    @Override
    public CompletionStage<Completion> ended(FinishAnswer answer) {
        return endOnce(completion -> office.recorded(this, answer, completion));
    }

    private CompletionStage<Completion> endOnce(Consumer<CompletableFuture<Completion>> recording) {
        CompletableFuture<Completion> mine = new CompletableFuture<>();
        CompletableFuture<Completion> first = ending.compareAndExchange(null, mine);
        if (first != null) {
            return first.copy();
        }
        lease.beginEnding(office.nanoTime());
        recording.accept(mine);
        // A copy, where somebody could still cancel it: the ending belongs to all who ended.
        return mine.isDone() ? mine : mine.copy();
    }
}
