// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.HttpPolicy;
import dev.semel.http.KeyDesk;
import dev.semel.http.PolicyFinder;
import dev.semel.http.RequestHead;
import java.util.Optional;

/**
 * Where clients get keys: the gateway's own path, which no upstream sees a POST to. Immutable.
 *
 * @param path exactly this one
 * @param desk issues them
 */
record KeyCounter(String path, KeyDesk desk) {

    /** Whether a request asks for a key: what comes by another method goes where the routes say. */
    boolean serves(RequestHead head) {
        return head.method().equals("POST") && head.route().equals(path);
    }

    /** What it is asked runs once as well, and what it is not asked goes by other policies. */
    PolicyFinder before(PolicyFinder others) {
        Optional<HttpPolicy> own = Optional.of(desk.policy());
        return head -> serves(head) ? own : others.find(head);
    }
}
