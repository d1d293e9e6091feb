// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.InDoubt;
import dev.semel.http.HttpPolicy;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Where the requests of a path go, and how they are protected.
 *
 * @param pattern which paths
 * @param methods which methods; all where there are none
 * @param upstream who answers them
 * @param forwardedKey what key the upstream sees on protected requests
 * @param policy how they are protected, where they are
 * @param bodyLimit how large their bodies may be, where that is said; of those that are kept there is always a limit
 */
record Route(
        String pattern,
        Set<String> methods,
        Upstream upstream,
        ForwardedKey forwardedKey,
        Optional<HttpPolicy> policy,
        OptionalLong bodyLimit) {

    Route {
        methods = Set.copyOf(methods);
    }

    /** Without a limit of its own. */
    Route(String pattern, Set<String> methods, Upstream upstream, ForwardedKey key, Optional<HttpPolicy> policy) {
        this(pattern, methods, upstream, key, policy, OptionalLong.empty());
    }

    /** Whether a request announces more than it may have. */
    boolean refusesLengthOf(HttpServerRequest request) {
        return bodyLimit.isPresent() && Refusal.announcesMore(request, bodyLimit.getAsLong());
    }

    /**
     * How long a client may have to wait for an answer: for another's attempt, until a doubt has been asked about, for a connection to
     * one server after the other, for the upstream, and until the answer is saved.
     */
    Duration longestAnswer() {
        Duration answered = upstream.connectTimeout()
                .multipliedBy(upstream.servers().size())
                .plus(upstream.timeout());
        return policy.map(HttpPolicy::operation)
                .map(operation -> answered.plus(operation.inFlight().deadline())
                        .plus(inquiry(operation.inDoubt()))
                        .plus(operation.completionWait()))
                .orElse(answered);
    }

    private static Duration inquiry(InDoubt inDoubt) {
        return inDoubt instanceof InDoubt.Reconcile asks ? asks.limit() : Duration.ZERO;
    }

    /** What key the upstream sees. */
    enum ForwardedKey {
        /** One that is derived from tenant, operation, key and request: the same in every attempt, and nobody else's. */
        DERIVED,
        /** The client's own. */
        OWN
    }
}
