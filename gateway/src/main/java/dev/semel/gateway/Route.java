// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.HttpPolicy;
import io.vertx.core.http.HttpServerRequest;
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

    /** What key the upstream sees. */
    enum ForwardedKey {
        /** One that is derived from tenant, operation, key and request: the same in every attempt, and nobody else's. */
        DERIVED,
        /** The client's own. */
        OWN
    }
}
