// SPDX-License-Identifier: Apache-2.0
package dev.semel.opentelemetry;

import dev.semel.Completion;
import dev.semel.Outcome;
import dev.semel.Ticket;
import dev.semel.http.RequestWatch;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.History;
import dev.semel.state.Reason;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A ticket whose ending is its span's. */
final class TracedTicket implements Ticket {

    private final Ticket ticket;
    private final RequestWatch watch;

    TracedTicket(Ticket ticket, RequestWatch watch) {
        this.ticket = ticket;
        this.watch = watch;
    }

    @Override
    public int attempt() {
        return ticket.attempt();
    }

    @Override
    public Reason reason() {
        return ticket.reason();
    }

    @Override
    public History history() {
        return ticket.history();
    }

    @Override
    public Optional<Instant> firstClaimed() {
        return ticket.firstClaimed();
    }

    @Override
    public boolean isDegraded() {
        return ticket.isDegraded();
    }

    @Override
    public boolean isOwner() {
        return ticket.isOwner();
    }

    @Override
    public void onLost(Runnable signal) {
        ticket.onLost(signal);
    }

    @Override
    public CompletionStage<Completion> end(Outcome outcome) {
        return told(ticket.end(outcome));
    }

    @Override
    public Optional<Finish> ending(Outcome outcome) {
        return ticket.ending(outcome);
    }

    @Override
    public CompletionStage<Completion> ended(FinishAnswer answer) {
        return told(ticket.ended(answer));
    }

    private CompletionStage<Completion> told(CompletionStage<Completion> ended) {
        return ended.thenApply(completion -> {
            RequestWatch.tell(watch, ticket, completion);
            return completion;
        });
    }
}
