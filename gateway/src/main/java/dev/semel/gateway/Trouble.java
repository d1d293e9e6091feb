// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Problem;
import dev.semel.http.Problem.Kind;
import java.time.Duration;
import java.util.Optional;

/** What a gateway says of its own. */
final class Trouble {

    static final Problem NO_ROUTE = lasting(
            Kind.NO_ROUTE,
            "The gateway has no route for this path. Check the path, or add a route to its configuration.");

    static final Problem UNREACHABLE = new Problem(
            Kind.UPSTREAM_UNREACHABLE,
            Kind.UPSTREAM_UNREACHABLE.code(),
            Kind.UPSTREAM_UNREACHABLE.status(),
            "The service behind the gateway cannot be reached; nothing was sent to it. Retry later with the same"
                    + " Idempotency-Key and content.",
            Optional.of(Duration.ofSeconds(1)));

    static final Problem FAILED = lasting(
            Kind.UPSTREAM_FAILED,
            "The service behind the gateway broke off after the request was sent, so that it is not known what it did."
                    + " Retry with the same Idempotency-Key and content.");

    static final Problem UNREADABLE = lasting(
            Kind.UPSTREAM_FAILED,
            "The service behind the gateway gave an answer that cannot be read, so that it is not known what it did; the"
                    + " gateway's log says what is wrong with it. Retry with the same Idempotency-Key and content.");

    static final Problem TIMEOUT = lasting(
            Kind.UPSTREAM_TIMEOUT,
            "The service behind the gateway did not answer in time, so that it is not known what it did. Retry with the"
                    + " same Idempotency-Key and content.");

    static final Problem OVERLOADED = new Problem(
            Kind.OVERLOADED,
            Kind.OVERLOADED.code(),
            Kind.OVERLOADED.status(),
            "As many requests are under way as the gateway takes; nothing was done. Retry later with the same"
                    + " Idempotency-Key and content.",
            Optional.of(Duration.ofSeconds(1)));

    static final Problem NO_TUNNEL = lasting(
            Kind.UPGRADE_REFUSED,
            "A request with an Idempotency-Key runs once, and what passes after a change of the protocol cannot. Ask"
                    + " without a key.");

    static final Problem TOO_LARGE =
            lasting(Kind.BODY_TOO_LARGE, "The request's content is larger than the gateway takes; nothing was done.");

    static final Problem TOO_SLOW = lasting(
            Kind.REQUEST_TIMEOUT,
            "The request's content did not arrive in time; nothing was done. Send it again with the same"
                    + " Idempotency-Key and content.");

    static final Problem CERTIFICATE_MISSING = lasting(
            Kind.CERTIFICATE_MISSING,
            "The client's certificate says whose Idempotency-Key it is, and the client has shown none; nothing was done."
                    + " Connect with the certificate of the account.");

    static final Problem CERTIFICATE_REFUSED = lasting(
            Kind.CERTIFICATE_REFUSED,
            "The client's certificate does not say whose Idempotency-Key it is: it has expired, its authority is not"
                    + " trusted any more, or it does not have exactly one name of the expected kind. Nothing was done."
                    + " Connect with a valid certificate of the account.");

    private Trouble() {}

    /** Why there is no answer of an upstream that was sent a request. */
    static Problem of(Throwable failure) {
        return failure instanceof UnreadableAnswer ? UNREADABLE : FAILED;
    }

    private static Problem lasting(Kind kind, String detail) {
        return new Problem(kind, kind.code(), kind.status(), detail, Optional.empty());
    }
}
