// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import dev.semel.Admission.Unavailable;
import dev.semel.AsyncHandler;
import dev.semel.Execution;
import dev.semel.Handler;
import dev.semel.Idempotency;
import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.event.AdmissionEvent.RanUnprotected;
import dev.semel.event.AdmissionEvent.StoreFailed;
import dev.semel.seal.Seal;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The way of a request: claim, then run, replay, wait or refuse. */
public final class Engine implements Idempotency {

    private static final Duration SOON = Duration.ofSeconds(1);

    private final Shared shared;
    private final Seats seats;
    private final ClaimIds claimIds = new ClaimIds();
    private final ClaimSender claims;
    private final WaitingRoom room;
    private final TicketOffice office;
    private final DoubtResolver resolver;
    private final AdmissionBook book;
    private final Announcer announcer;
    private final Lifecycle lifecycle;
    private final Executions executions;
    private final Executor elsewhere;

    /** Opens an engine; {@link dev.semel.IdempotencyBuilder} is the way to get one. */
    public Engine(EngineSettings settings) {
        announcer = new Announcer(settings);
        shared = settings.open();
        seats = new Seats(settings.mostTickets());
        claims = new ClaimSender(shared, new Abandoner(shared));
        room = new WaitingRoom(shared, settings.mostWaiters(), this::claim);
        LeaseKeeper keeper = new LeaseKeeper(shared);
        office = new TicketOffice(shared, keeper, room, seats);
        resolver = new DoubtResolver(shared);
        book = new AdmissionBook(shared.events());
        elsewhere = shared.calls()::hop;
        executions = new Executions(this, shared.events(), elsewhere);
        lifecycle = new Lifecycle(settings, shared, seats, room, keeper);
    }

    @Override
    public Admission admit(Intent intent) {
        Caller caller = new Caller();
        try (Desk desk = Desk.open(elsewhere)) {
            CompletableFuture<Admission> admission = admission(intent, caller);
            // Most are decided at once, and how long one could have waited is not worth the time to find out.
            return admission.isDone()
                    ? admission.join()
                    : Blocking.admission(desk, admission, caller, Blocking.longest(intent, shared.limit()));
        }
    }

    @Override
    public CompletionStage<Admission> admitAsync(Intent intent) {
        Caller caller = new Caller();
        return HandedOver.to(caller, admission(intent, caller));
    }

    @Override
    public CompletionStage<Admission> admitOrWait(Intent intent) {
        announcer.announce(intent.operation());
        Caller caller = new Caller();
        return HandedOver.to(caller, book.write(intent, waitIfBusy(intent, decided(intent), caller)));
    }

    @Override
    public Execution execute(Intent intent, Handler handler) throws Exception {
        return executions.execute(intent, handler);
    }

    @Override
    public CompletionStage<Execution> executeAsync(Intent intent, AsyncHandler handler) {
        return executions.executeAsync(intent, handler);
    }

    @Override
    public void close() {
        lifecycle.close();
    }

    private Decided decided(Intent intent) {
        try (Desk desk = Desk.open(elsewhere)) {
            CompletableFuture<Decided> claimed = claim(intent);
            return claimed.isDone()
                    ? claimed.join()
                    : Blocking.decision(desk, claimed, Blocking.longest(intent, shared.limit()));
        }
    }

    private CompletableFuture<Admission> admission(Intent intent, Caller caller) {
        announcer.announce(intent.operation());
        CompletableFuture<Decided> decided = claim(intent);
        // What is decided at once is passed on at once, without another stage.
        return decided.isDone()
                ? book.write(intent, waitIfBusy(intent, decided.join(), caller))
                : decided.thenCompose(later -> book.write(intent, waitIfBusy(intent, later, caller)));
    }

    private CompletableFuture<Admission> waitIfBusy(Intent intent, Decided decided, Caller caller) {
        Sighting busy = decided.busy();
        return busy != null && intent.operation().inFlight().waits()
                ? room.join(intent, busy, caller).orElseGet(() -> done(Losers.busy(busy)))
                : done(decided.orLoser(intent));
    }

    /** Claims once, without waiting for anybody else's attempt. The stage never fails. */
    private CompletableFuture<Decided> claim(Intent intent) {
        // Before a seat is taken: whatever could go wrong here must not cost one for ever.
        Claim claim = Claims.of(intent, claimIds.next());
        if (!seats.take()) {
            return refused(Unavailable.Cause.OVERLOADED);
        }
        // Only now: closing waits for the seats, so that it sees this one, or this sees that it has begun.
        if (lifecycle.isClosing()) {
            seats.leave();
            return refused(Unavailable.Cause.CLOSING);
        }
        CompletableFuture<ClaimSender.Reply> reply = claims.send(intent, claim);
        return reply.isDone() ? decide(intent, reply.join()) : reply.thenCompose(later -> decide(intent, later));
    }

    private CompletableFuture<Decided> decide(Intent intent, ClaimSender.Reply reply) {
        ClaimAnswer answer = reply.answer();
        if (answer instanceof ClaimAnswer.Granted granted) {
            return granted(intent, office.open(intent, granted.sighting().record(), reply.sentNanos()));
        }
        seats.leave();
        if (answer == null) {
            return undecided(intent, reply.failure());
        }
        return answer instanceof ClaimAnswer.Final last
                        && Seal.isOn(last.answer().saved())
                ? undecided(intent, Losers.sealed(last.answer()))
                : done(lost(intent, answer));
    }

    private CompletableFuture<Decided> granted(Intent intent, LiveTicket ticket) {
        if (!ticket.isOwner()) {
            // The answer took longer than the lease: by now somebody else may run, and this ticket has done nothing.
            ticket.release();
            return refused(Unavailable.Cause.STORE);
        }
        return ticket.reason().followsDoubt() && intent.operation().inDoubt() instanceof InDoubt.Reconcile reconcile
                ? resolver.resolve(ticket, reconcile).thenApply(Decided::admitted)
                : done(Decided.admitted(new Admission.Run(ticket)));
    }

    private static Decided lost(Intent intent, ClaimAnswer answer) {
        if (answer instanceof ClaimAnswer.InProgress inProgress) {
            return Decided.busy(inProgress.sighting());
        }
        if (answer instanceof ClaimAnswer.Final last) {
            return Decided.admitted(
                    Losers.replay(intent, last.answer(), last.sighting().retentionLeft()));
        }
        if (answer instanceof ClaimAnswer.Mismatch) {
            return Decided.admitted(new Admission.Mismatch());
        }
        if (answer instanceof ClaimAnswer.Held held) {
            return Decided.admitted(Losers.held(held.sighting()));
        }
        return Decided.admitted(
                answer instanceof ClaimAnswer.KeyTooOld
                        ? new Admission.ExpiredKey()
                        // A spent claim: it was given up elsewhere while it was on its way here.
                        : new Unavailable(Unavailable.Cause.STORE, SOON));
    }

    /** The store did not say "yours": nothing runs, unless the operation chose otherwise (R29). */
    private CompletableFuture<Decided> undecided(Intent intent, @Nullable Throwable failure) {
        EventHub events = shared.events();
        events.publish(() -> StoreFailed.of(events.key(intent), failure));
        if (failure instanceof UnreadableRecordException) {
            return refused(Unavailable.Cause.UNREADABLE);
        }
        if (!intent.operation().failsOpen()) {
            return refused(Unavailable.Cause.STORE);
        }
        events.publish(() -> new RanUnprotected(events.key(intent)));
        return done(Decided.admitted(new Admission.Run(new DegradedTicket())));
    }

    private static CompletableFuture<Decided> refused(Unavailable.Cause cause) {
        return done(Decided.admitted(new Unavailable(cause, SOON)));
    }

    private static <T> CompletableFuture<T> done(T value) {
        return CompletableFuture.completedFuture(value);
    }
}
