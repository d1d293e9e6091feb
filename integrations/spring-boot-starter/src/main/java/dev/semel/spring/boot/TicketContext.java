// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Ticket;
import dev.semel.spring.IdempotencyContext;
import dev.semel.state.History;
import dev.semel.state.Reason;

/** The attempt of a call. */
record TicketContext(String operation, Ticket ticket) implements IdempotencyContext {

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
    public boolean isOwner() {
        return ticket.isOwner();
    }

    @Override
    public boolean isDegraded() {
        return ticket.isDegraded();
    }

    @Override
    public void onLost(Runnable signal) {
        ticket.onLost(signal);
    }
}
