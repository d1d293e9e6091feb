// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Completion;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.Saved;
import dev.semel.event.SemelEvent;
import dev.semel.event.TicketEvent.Ended;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Timers;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Hands out tickets, has their leases kept while they live, and takes them back when they have ended. */
final class TicketOffice {

    private static final System.Logger LOG = System.getLogger("dev.semel");

    private final IdempotencyStore store;
    private final StoreCalls calls;
    private final Timers timers;
    private final Duration limit;
    private final LeaseKeeper keeper;
    private final WaitingRoom room;
    private final Seats seats;
    private final EventHub events;

    TicketOffice(Shared shared, LeaseKeeper keeper, WaitingRoom room, Seats seats) {
        this.store = shared.store();
        this.calls = shared.calls();
        this.timers = shared.timers();
        this.limit = shared.limit();
        this.events = shared.events();
        this.keeper = keeper;
        this.room = room;
        this.seats = seats;
    }

    /** A ticket for a granted claim; its lease is kept from now on. */
    LiveTicket open(Intent intent, KeyRecord record, long claimSent) {
        LiveTicket ticket = new LiveTicket(intent, record, claimSent, this);
        keeper.add(ticket);
        return ticket;
    }

    void record(LiveTicket ticket, Outcome outcome, CompletableFuture<Completion> completion) {
        new Recording(ticket, finish(ticket, outcome), completion, this).send();
    }

    /** The ending was written by the application's own transaction, and the store answered this (R22). */
    void recorded(LiveTicket ticket, FinishAnswer answer, CompletableFuture<Completion> completion) {
        new Recording(ticket, finish(ticket, new Ending.Doubt()), completion, this).onAnswer(answer);
    }

    Finish finish(LiveTicket ticket, Outcome outcome) {
        return finish(ticket, ending(ticket, outcome));
    }

    Finish finish(LiveTicket ticket, Ending ending) {
        KeyRecord record = ticket.record();
        OnDoubt onDoubt = Claims.onDoubt(ticket.intent().operation());
        return new Finish(
                record.id(),
                record.attempt(),
                record.claimId(),
                ending,
                ticket.intent().operation().retention(),
                onDoubt);
    }

    private static Ending ending(LiveTicket ticket, Outcome outcome) {
        return outcome.match(new Outcome.Cases<>() {
            @Override
            public Ending completed(Saved answer) {
                return save(true, answer);
            }

            @Override
            public Ending failed(Saved answer) {
                return save(false, answer);
            }

            @Override
            public Ending released() {
                return new Ending.Release(ticket.isDoubtSettled());
            }

            @Override
            public Ending inDoubt() {
                return new Ending.Doubt();
            }

            private Ending save(boolean success, Saved answer) {
                boolean tooLarge = answer.size() > ticket.intent().operation().answerLimit();
                // Known to be done, and so never done again, even if what it said cannot be kept (R19, T9).
                Saved kept = tooLarge ? Saved.omitted(answer.contentType()) : answer;
                return new Ending.Save(
                        success, kept, ticket.intent().operation().version());
            }
        });
    }

    /** The ending is recorded: the ticket is gone, and who waited for it is told. */
    void ended(LiveTicket ticket, Sighting sighting) {
        close(ticket);
        room.ended(sighting);
        Duration took = Duration.ofNanos(timers.nanoTime() - ticket.claimedNanos());
        State state = sighting.record().state();
        Supplier<SemelEvent> ended = () -> new Ended(events.key(ticket.intent()), ticket.attempt(), state, took);
        if (state == State.IN_DOUBT) {
            events.publish(ended);
        } else {
            events.note(ended);
        }
    }

    /** Nothing more is done for the ticket. */
    void close(LiveTicket ticket) {
        ticket.over();
        keeper.remove(ticket);
        seats.leave();
    }

    /** Runs a user's signal where no thread of ours or of the store's is blocked by it. */
    void signal(Runnable signal) {
        calls.hop(() -> {
            try {
                signal.run();
            } catch (Throwable e) {
                // Its message may show what must not be shown (R27).
                LOG.log(
                        System.Logger.Level.WARNING,
                        "a signal of a lost lease failed: {0}",
                        e.getClass().getName());
            }
        });
    }

    long nanoTime() {
        return timers.nanoTime();
    }

    IdempotencyStore store() {
        return store;
    }

    StoreCalls calls() {
        return calls;
    }

    Timers timers() {
        return timers;
    }

    Duration limit() {
        return limit;
    }

    EventHub events() {
        return events;
    }
}
