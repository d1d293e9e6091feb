// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.HttpPolicy;
import java.util.Optional;
import java.util.Set;

/**
 * Where the requests of a path go, and how they are protected.
 *
 * @param pattern which paths
 * @param methods which methods; all where there are none
 * @param upstream who answers them
 * @param forwardedKey what key the upstream sees on protected requests
 * @param policy how they are protected, where they are
 */
record Route(
        String pattern,
        Set<String> methods,
        Upstream upstream,
        ForwardedKey forwardedKey,
        Optional<HttpPolicy> policy) {

    Route {
        methods = Set.copyOf(methods);
    }

    /** What key the upstream sees. */
    enum ForwardedKey {
        /** One that is derived from tenant, operation, key and request: the same in every attempt, and nobody else's. */
        DERIVED,
        /** The client's own. */
        OWN
    }
}
