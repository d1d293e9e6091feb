// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Admission;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Tenant;
import dev.semel.Ticket;
import dev.semel.state.History;
import dev.semel.state.Reason;
import java.util.UUID;

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

    /**
     * What a handler gets that runs unprotected because protection is switched off, and what tests may give it: a first attempt
     * of this operation that is {@linkplain #isDegraded() degraded}. Its derived keys are its own: nobody remembers them.
     */
    public static HttpContext unprotected(String operation) {
        Intent intent = new Intent(
                Operation.named(operation).build(),
                Tenant.sole(),
                new IdempotencyKey(UUID.randomUUID().toString()),
                Fingerprint.of(operation));
        // It admits everything, and always as a run.
        Admission.Run run = (Admission.Run) Idempotency.unprotected().admit(intent);
        return new HttpContext(intent, run.ticket(), new Downstream());
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

    /** Whether this attempt runs without protection: the store could not be reached (R29), or protection is switched off. */
    public boolean isDegraded() {
        return ticket.isDegraded();
    }

    /** Calls the signal once when ownership is lost. */
    public void onLost(Runnable signal) {
        ticket.onLost(signal);
    }
}
