// SPDX-License-Identifier: Apache-2.0
package dev.semel.micrometer;

import dev.semel.Operation;
import dev.semel.event.AdmissionEvent;
import dev.semel.event.EngineEvent;
import dev.semel.event.EventListener;
import dev.semel.event.SemelEvent;
import dev.semel.event.TicketEvent;
import dev.semel.http.HttpEvent;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Counts the engine's events, and those of HTTP, as meters; docs/meters.md lists them, with the alerts worth having. Tags are the operation and
 * words from short lists, never a key, a tenant or a message (R27). Safe for use by several threads.
 *
 * <pre>{@code
 * SemelMeters meters = SemelMeters.of(registry, charge);
 * Idempotency engine = Idempotency.builder(store).operations(charge).listener(meters).build();
 * HttpIdempotency http = HttpIdempotency.builder(engine).listener(meters).build();
 * }</pre>
 *
 * <p>An event that this version does not know is not counted: new ones may come with a minor version of core.
 */
public final class SemelMeters implements EventListener {

    private final Map<Class<?>, Consumer<SemelEvent>> counting = new HashMap<>();
    private final Book book;

    private SemelMeters(MeterRegistry registry) {
        this.book = new Book(registry);
        countAdmissions();
        countTickets();
        countEngine();
        when(
                HttpEvent.Refused.class,
                e -> book.refusals(e.operation(), e.code()).increment());
    }

    /**
     * Meters in this registry. Those of the named operations are there from the start, as zeros: a counter that first
     * appears as 1 is no increase to most monitoring systems, and the first doubt of a day would ring nowhere.
     */
    public static SemelMeters of(MeterRegistry registry, Operation... operations) {
        SemelMeters meters = new SemelMeters(registry);
        Zeros zeros = new Zeros(meters.book);
        zeros.ofTheEngine();
        for (Operation operation : operations) {
            zeros.of(operation.name());
        }
        return meters;
    }

    @Override
    public void on(SemelEvent event) {
        Consumer<SemelEvent> count = counting.get(event.getClass());
        if (count != null) {
            count.accept(event);
        }
    }

    private void countAdmissions() {
        when(AdmissionEvent.Granted.class, e -> admitted(e, "run", Words.of(e.reason())));
        when(AdmissionEvent.Replayed.class, e -> admitted(e, "replay", Words.ofReplay(e.success(), e.omitted())));
        when(AdmissionEvent.Conflicted.class, e -> admitted(e, "conflict", Words.of(e.cause())));
        when(AdmissionEvent.Mismatched.class, e -> admitted(e, "mismatch", Words.NONE));
        when(AdmissionEvent.KeyExpired.class, e -> admitted(e, "expired-key", Words.NONE));
        when(AdmissionEvent.HeldBack.class, e -> admitted(e, "held", Words.NONE));
        when(AdmissionEvent.Undecided.class, e -> admitted(e, "unavailable", Words.of(e.cause())));
        when(AdmissionEvent.RanUnprotected.class, e -> admitted(e, "unprotected", Words.NONE));
        when(AdmissionEvent.StoreFailed.class, e -> book.storeFailures("claim").increment());
        when(AdmissionEvent.ClaimAbandoned.class, this::abandoned);
        when(
                AdmissionEvent.Reconciled.class,
                e -> book.reconciliations(e.key().operation(), e.result()).record(e.took()));
    }

    private void countTickets() {
        when(
                TicketEvent.Ended.class,
                e -> book.attempts(e.key().operation(), Words.of(e.state())).record(e.took()));
        when(TicketEvent.SentUnrecorded.class, e -> unrecorded(e, "sent"));
        when(TicketEvent.GaveUpRecording.class, e -> unrecorded(e, "gave-up"));
        when(
                TicketEvent.OwnershipLost.class,
                e -> book.ownershipLost(e.key().operation(), Words.of(e.cause()))
                        .increment());
        when(TicketEvent.FencedOut.class, e -> fenced(e, "answered"));
        when(TicketEvent.FailedTooLate.class, e -> fenced(e, "failed"));
    }

    private void countEngine() {
        when(EngineEvent.RenewalFailed.class, e -> {
            book.storeFailures("renewal").increment();
            book.unrenewedLeases().increment(e.leases());
        });
        when(EngineEvent.Purged.class, e -> book.purgedRecords().increment(e.records()));
        when(EngineEvent.PurgeFailed.class, e -> book.storeFailures("purge").increment());
        when(EngineEvent.EventsDropped.class, e -> book.droppedEvents().increment((double) e.events()));
    }

    private void admitted(AdmissionEvent event, String outcome, String detail) {
        book.admissions(event.key().operation(), outcome, detail).increment();
    }

    private void abandoned(AdmissionEvent.ClaimAbandoned event) {
        String freed = event.answered() ? event.freed() ? "yes" : "no" : "unknown";
        book.abandonedClaims(event.key().operation(), freed).increment();
    }

    private void unrecorded(TicketEvent event, String ending) {
        book.unrecordedAnswers(event.key().operation(), ending).increment();
    }

    private void fenced(TicketEvent event, String ending) {
        book.fencedAttempts(event.key().operation(), ending).increment();
    }

    private <E extends SemelEvent> void when(Class<E> kind, Consumer<E> count) {
        counting.put(kind, event -> count.accept(kind.cast(event)));
    }
}
