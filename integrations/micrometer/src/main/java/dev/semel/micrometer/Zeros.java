// SPDX-License-Identifier: Apache-2.0
package dev.semel.micrometer;

import dev.semel.Admission;
import dev.semel.event.TicketEvent;
import dev.semel.http.Problem;
import dev.semel.state.State;
import java.util.List;

/** Opens the meters that an alert may look at, before there is anything to count. */
final class Zeros {

    private final Book book;

    Zeros(Book book) {
        this.book = book;
    }

    void ofTheEngine() {
        List.of("claim", "renewal", "purge").forEach(book::storeFailures);
        book.unrenewedLeases();
        book.purgedRecords();
        book.droppedEvents();
    }

    void of(String operation) {
        List.of("mismatch", "expired-key", "held", "unprotected")
                .forEach(outcome -> book.admissions(operation, outcome, Words.NONE));
        List.of("first", "lease-lapsed", "in-doubt", "released")
                .forEach(reason -> book.admissions(operation, "run", reason));
        List.of("success", "failure", "omitted").forEach(answer -> book.admissions(operation, "replay", answer));
        for (Admission.Conflict.Cause cause : Admission.Conflict.Cause.values()) {
            book.admissions(operation, "conflict", Words.of(cause));
        }
        for (Admission.Unavailable.Cause cause : Admission.Unavailable.Cause.values()) {
            book.admissions(operation, "unavailable", Words.of(cause));
        }
        ofTickets(operation);
        // Of the others a client is to blame, and their number is no alarm.
        List.of(Problem.Kind.KEY_MISSING, Problem.Kind.OVERLOADED, Problem.Kind.TENANT_MISSING)
                .forEach(kind -> book.refusals(operation, kind.code()));
    }

    private void ofTickets(String operation) {
        List.of(State.COMPLETED, State.FAILED, State.IN_DOUBT, State.RELEASED)
                .forEach(state -> book.attempts(operation, Words.of(state)));
        List.of("sent", "gave-up").forEach(ending -> book.unrecordedAnswers(operation, ending));
        List.of("answered", "failed").forEach(ending -> book.fencedAttempts(operation, ending));
        for (TicketEvent.OwnershipLost.Cause cause : TicketEvent.OwnershipLost.Cause.values()) {
            book.ownershipLost(operation, Words.of(cause));
        }
    }
}
