// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Idempotency;
import dev.semel.Tenant;
import dev.semel.key.KeyProblem;
import java.util.Objects;
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
    private final BufferSettings buffers;

    HttpIdempotency(HttpIdempotencyBuilder settings) {
        engine = settings.engine;
        policies = settings.policies;
        tenants = settings.tenants;
        keyHeader = new KeyHeader(settings.keyHeaders);
        dialect = settings.dialect;
        buffers = settings.buffers();
    }

    /** Begins with the defaults. */
    public static HttpIdempotencyBuilder builder(Idempotency engine) {
        return new HttpIdempotencyBuilder(engine);
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
        FoundKey key = keyHeader.in(head);
        if (key.isMissing() && !policy.isKeyRequired()) {
            return PASS;
        }
        Answers answers = new Answers(
                dialect, policy.inFlightStatus(), !head.header("Origin").isEmpty());
        return key.value() == null
                ? new Reception.Refused(answers.of(Objects.requireNonNull(key.problem())))
                : checked(head, policy, key.value(), answers);
    }

    private Reception checked(RequestHead head, HttpPolicy policy, String key, Answers answers) {
        Optional<KeyProblem> problem = policy.operation().keyRules().check(key);
        if (problem.isPresent()) {
            return new Reception.Refused(answers.of(Problems.of(problem.get())));
        }
        Optional<Tenant> tenant = tenants.resolve(head);
        if (tenant.isEmpty()) {
            return new Reception.Refused(answers.of(Problems.TENANT_MISSING));
        }
        return new Reception.Reading(
                new Intake(engine, head, new Arrival(policy, tenant.get(), key, answers), buffers));
    }
}
