// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.Completion;
import dev.semel.Outcome;
import dev.semel.Ticket;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.History;
import dev.semel.state.Reason;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Stands before a ticket and passes everything on; subclasses change what they need. */
class TicketBetween implements Ticket {

    private final Ticket ticket;

    TicketBetween(Ticket ticket) {
        this.ticket = ticket;
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
        return ticket.end(outcome);
    }

    @Override
    public Optional<Finish> ending(Outcome outcome) {
        return ticket.ending(outcome);
    }

    @Override
    public CompletionStage<Completion> ended(FinishAnswer answer) {
        return ticket.ended(answer);
    }
}
