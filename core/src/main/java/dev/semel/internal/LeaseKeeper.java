// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.event.EngineEvent.RenewalFailed;
import dev.semel.event.TicketEvent.OwnershipLost.Cause;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Timers;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the leases of all living tickets (R9): one alarm for the whole engine, renewals in bulk, and none while no ticket
 * lives. A store that fails or is slow is asked again; only its word, or a lease's length without it, loses a lease.
 */
final class LeaseKeeper {

    private static final int LARGEST_BATCH = 1_000;

    private final IdempotencyStore store;
    private final StoreCalls calls;
    private final Timers timers;
    private final Duration limit;
    private final EventHub events;
    private final Living tickets = new Living();

    /** When the alarm rings; meaningless while none is set. */
    private volatile long alarmNanos;

    private volatile Timers.@Nullable Alarm alarm;
    private volatile boolean closed;

    LeaseKeeper(Shared shared) {
        this.store = shared.store();
        this.calls = shared.calls();
        this.timers = shared.timers();
        this.limit = shared.limit();
        this.events = shared.events();
    }

    void add(LiveTicket ticket) {
        tickets.add(ticket);
        if (closed) {
            // Its claim was answered while the engine closed: nobody renews it, and its lease lapses by itself.
            tickets.remove(ticket);
            ticket.lose(Cause.CLOSED);
            return;
        }
        long now = timers.nanoTime();
        wakeBy(ticket.lease().nextLook(now), now);
    }

    void remove(LiveTicket ticket) {
        tickets.remove(ticket);
    }

    int living() {
        return tickets.all().size();
    }

    private void wakeBy(long nanos, long now) {
        if (alarm != null && alarmNanos - nanos <= 0) {
            return;
        }
        synchronized (this) {
            Timers.Alarm set = alarm;
            if (set != null && alarmNanos - nanos <= 0) {
                return;
            }
            if (set != null) {
                set.cancel();
            }
            alarmNanos = nanos;
            alarm = timers.schedule(Duration.ofNanos(Math.max(0, nanos - now)), this::look);
        }
    }

    /** Looks at every living ticket once: renews those that are due, and says which are not certain any more. */
    private void look() {
        synchronized (this) {
            alarm = null;
        }
        long now = timers.nanoTime();
        try {
            renewDue(now);
        } finally {
            // Whatever goes wrong, the living tickets are looked at again.
            wakeForNext(now);
        }
    }

    private void renewDue(long now) {
        List<LiveTicket> due = new ArrayList<>();
        for (LiveTicket ticket : tickets.all()) {
            sayIfLost(ticket, now);
            if (ticket.lease().isDueAt(now)) {
                due.add(ticket);
            }
        }
        for (int from = 0; from < due.size(); from += LARGEST_BATCH) {
            renew(due.subList(from, Math.min(due.size(), from + LARGEST_BATCH)), now);
        }
    }

    private void sayIfLost(LiveTicket ticket, long now) {
        if (!ticket.lease().isCertainAt(now)) {
            ticket.lose(ticket.lease().isAtCeiling(now) ? Cause.TOO_LONG : Cause.NOT_CONFIRMED);
        }
        if (ticket.lease().isOver(now)) {
            tickets.remove(ticket);
        }
    }

    private void wakeForNext(long now) {
        long next = Long.MAX_VALUE;
        long gap = Long.MAX_VALUE;
        for (LiveTicket ticket : tickets.all()) {
            next = Math.min(next, ticket.lease().nextLook(now) - now);
            gap = Math.min(gap, ticket.lease().gap());
        }
        if (gap != Long.MAX_VALUE) {
            wakeBy(now + Math.max(next, gap), now);
        }
    }

    private void renew(List<LiveTicket> due, long now) {
        List<LiveTicket> batch = List.copyOf(due);
        List<Renewal> renewals =
                batch.stream().map(ticket -> ticket.renewal(now)).toList();
        Stages.follow(
                calls.directlyWithin(limit, () -> store.renew(renewals)),
                answers -> {
                    if (answers.size() == batch.size()) {
                        onAnswers(batch, renewals, answers, now);
                    } else {
                        onFailure(batch, "a wrong number of answers");
                    }
                },
                failure -> onFailure(batch, failure.getClass().getName()));
    }

    private void onAnswers(List<LiveTicket> batch, List<Renewal> renewals, List<RenewAnswer> answers, long sent) {
        for (int i = 0; i < batch.size(); i++) {
            onAnswer(batch.get(i), renewals.get(i), answers.get(i), sent);
        }
    }

    private void onFailure(List<LiveTicket> batch, String failure) {
        batch.forEach(this::trySoon);
        events.publish(() -> new RenewalFailed(batch.size(), failure));
    }

    private void onAnswer(LiveTicket ticket, Renewal renewal, @Nullable RenewAnswer answer, long sent) {
        if (answer == null) {
            // A store that says nothing of one lease has not said that it is lost, and must not spoil the rest.
            trySoon(ticket);
            return;
        }
        switch (answer) {
            case RENEWED -> ticket.lease().confirm(sent, renewal.lease());
            case UNKNOWN -> trySoon(ticket);
            case LOST -> {
                // While its ending is being recorded, the ticket may have ended without having heard of it yet.
                if (!ticket.isEnding()) {
                    tickets.remove(ticket);
                    ticket.takenOver();
                }
            }
        }
    }

    private void trySoon(LiveTicket ticket) {
        long now = timers.nanoTime();
        ticket.lease().renewalFailed(now);
        if (tickets.has(ticket)) {
            wakeBy(now + ticket.lease().gap(), now);
        }
    }

    /** Stops renewing, and tells the attempts that still run: nobody else would, until it is too late. */
    void close() {
        List<LiveTicket> running;
        synchronized (this) {
            closed = true;
            running = tickets.all();
            running.forEach(tickets::remove);
            Timers.Alarm set = alarm;
            if (set != null) {
                set.cancel();
            }
        }
        // One that is ending has nothing left to stop for.
        running.stream().filter(ticket -> !ticket.isEnding()).forEach(ticket -> ticket.lose(Cause.CLOSED));
    }
}
