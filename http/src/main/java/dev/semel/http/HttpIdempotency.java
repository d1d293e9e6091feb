// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Idempotency;
import dev.semel.Tenant;
import java.util.Optional;

/**
 * Idempotency for HTTP: an adapter shows it each request and does what it says. Safe for use by several threads; nothing
 * in it blocks but what says so.
 *
 * <pre>{@code
 * HttpIdempotency http = HttpIdempotency.builder(engine)
 *         .policies(Routes.builder().route("/v1/charges", HttpPolicy.of(charges)).build())
 *         .tenants(TenantResolver.principal())
 *         .build();
 * }</pre>
 *
 * <p>The way of a request: {@link #receive} looks at the head and lets it pass, answers it, or asks for the body; {@link
 * Intake#admit} answers it, or has it run as an {@link Exchange}; the exchange's ending says what to send.
 */
public final class HttpIdempotency {

    private static final Reception PASS = new Reception.PassThrough();

    private final Idempotency engine;
    private final PolicyFinder policies;
    private final TenantResolver tenants;
    private final KeyHeader keyHeader;
    private final Dialect dialect;
    private final Observers observers;
    private final RequestWatch.Watcher watcher;
    private final BufferSettings buffers;

    HttpIdempotency(HttpIdempotencyBuilder settings) {
        engine = settings.engine;
        policies = settings.policies;
        tenants = settings.tenants;
        keyHeader = new KeyHeader(settings.keyHeaders);
        dialect = new SteadyDialect(settings.dialect);
        observers = new Observers(settings.listeners);
        watcher = settings.watcher;
        buffers = settings.buffers();
    }

    /** Begins with the defaults. */
    public static HttpIdempotencyBuilder builder(Idempotency engine) {
        return new HttpIdempotencyBuilder(engine);
    }

    BufferSettings buffers() {
        return buffers;
    }

    /** Looks at a request's head. Does not block. */
    public Reception receive(RequestHead head) {
        if (Methods.isSafe(head.method())) {
            return PASS;
        }
        Optional<HttpPolicy> policy = policies.find(head);
        return policy.isPresent() && policy.get().methods().contains(head.method())
                ? receive(head, policy.get())
                : PASS;
    }

    private Reception receive(RequestHead head, HttpPolicy policy) {
        // A desk that issues keys is told a session, and only in the body.
        FoundKey key = policy.issuesKeys() ? FoundKey.missing() : keyHeader.in(head);
        boolean later = key.isMissing() && policy.keyPointer() != null;
        if (key.isMissing() && !later && !policy.isKeyRequired()) {
            return PASS;
        }
        SteadyWatch watch = SteadyWatch.begin(watcher, head, policy.operation().name());
        Answers answers = new Answers(policy, dialect, observers, OriginHeaders.origin(head), watch);
        try {
            Problem problem = later ? null : key.checked(policy.operation());
            return problem == null ? read(head, policy, key, answers) : refused(answers, problem);
        } catch (RuntimeException | Error e) {
            // A tenant resolver that fails, say: nobody else would tell whoever watches that this was all.
            watch.undecided();
            throw e;
        }
    }

    private static Reception refused(Answers answers, Problem problem) {
        answers.watch().refused(problem);
        return new Reception.Refused(answers.refusal(problem));
    }

    private Reception read(RequestHead head, HttpPolicy policy, FoundKey key, Answers answers) {
        Optional<Tenant> tenant = tenants.resolve(head);
        if (tenant.isEmpty()) {
            return refused(answers, tenants.refusal(head));
        }
        Problem foreign = key.isMissing() ? null : key.issuedTo(tenant.get(), policy.operation());
        if (foreign != null) {
            return refused(answers, foreign);
        }
        BufferSettings limited = buffers.limitedTo(policy.bodyLimit());
        if (Expectation.isBeyond(limited.bodyLimit(), head)) {
            return refused(answers, Problems.BODY_TOO_LARGE);
        }
        return new Reception.Reading(
                new Intake(engine, head, new Arrival(policy, tenant.get(), key, answers), limited));
    }
}
