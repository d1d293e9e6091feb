// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Intent;
import dev.semel.Ticket;
import dev.semel.state.History;
import dev.semel.state.Reason;

/** What a handler may know of its attempt. Safe for use by several threads; it can end nothing. */
public final class HttpContext {

    private final Intent intent;
    private final Ticket ticket;
    private final Downstream downstream;

    HttpContext(Intent intent, Ticket ticket, Downstream downstream) {
        this.intent = intent;
        this.ticket = ticket;
        this.downstream = downstream;
    }

    /** The operation's name. */
    public String operation() {
        return intent.operation().name();
    }

    /**
     * A key for what this handler asks of others: the same in every attempt, another for every tenant, operation, key, request
     * and step, and good enough for any rules about keys (R21). It does not show the client's key. Whoever has taken one may
     * have asked: from then on the attempt never ends as one that did nothing, and what would free its key leaves it in doubt
     * (R4).
     */
    public String derivedKey(String step) {
        downstream.mayBeAsked();
        return DerivedKey.of(intent, step);
    }

    /** The attempt's number, from 1; see {@link Ticket#attempt()} for what it is not. */
    public int attempt() {
        return ticket.attempt();
    }

    /** Why this attempt began (R11). */
    public Reason reason() {
        return ticket.reason();
    }

    /** The attempts before this one. */
    public History history() {
        return ticket.history();
    }

    /** Whether this attempt still owns the key for certain (R10). */
    public boolean isOwner() {
        return ticket.isOwner();
    }

    /** Whether this attempt runs without protection because the store could not be reached (R29). */
    public boolean isDegraded() {
        return ticket.isDegraded();
    }

    /** Calls the signal once when ownership is lost. */
    public void onLost(Runnable signal) {
        ticket.onLost(signal);
    }
}
