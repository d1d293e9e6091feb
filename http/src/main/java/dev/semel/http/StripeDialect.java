// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Bodies as Stripe's SDKs read them. Seen with these: stripe-node takes an error body without an {@code error} member for a
 * success, stripe-java fails on an empty one, and both map a 400 of type {@code idempotency_error} to their exception for
 * it.
 */
final class StripeDialect implements Dialect {

    private static final int BAD_REQUEST = 400;

    @Override
    public HttpAnswer answer(Problem problem) {
        List<Header> headers = new ArrayList<>(4);
        headers.add(new Header("Content-Type", "application/json"));
        headers.add(new Header("Cache-Control", "no-store"));
        // The SDKs obey it before they look at the status: a held key is a 409 that no retry helps.
        headers.add(new Header("Stripe-Should-Retry", problem.retryAfter().isPresent() ? "true" : "false"));
        problem.retryAfter().ifPresent(wait -> headers.add(new Header("Retry-After", RetryAfter.seconds(wait))));
        return HttpAnswer.owning(
                status(problem), Headers.of(headers), body(problem).getBytes(StandardCharsets.UTF_8));
    }

    /** A key used for something else, too old, or without its answer is their 400; the rest keeps its status. */
    private static int status(Problem problem) {
        return switch (problem.kind()) {
            case KEY_REUSED, KEY_EXPIRED, ANSWER_NOT_KEPT -> BAD_REQUEST;
            default -> problem.status();
        };
    }

    private static String body(Problem problem) {
        return "{\"error\":{\"type\":" + JsonText.quoted(type(problem))
                + ",\"code\":" + JsonText.quoted(code(problem))
                + ",\"message\":" + JsonText.quoted(problem.detail()) + "}}";
    }

    private static String type(Problem problem) {
        return switch (problem.kind()) {
            case KEY_REUSED, KEY_EXPIRED, ANSWER_NOT_KEPT, IN_PROGRESS, IN_DOUBT, HELD -> "idempotency_error";
            case UNAVAILABLE, OVERLOADED, UNREADABLE, UPSTREAM_UNREACHABLE, UPSTREAM_FAILED, UPSTREAM_TIMEOUT ->
                "api_error";
            default -> "invalid_request_error";
        };
    }

    private static String code(Problem problem) {
        return problem.kind() == Problem.Kind.IN_PROGRESS ? "idempotency_key_in_use" : problem.code();
    }
}
