// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Operation;
import dev.semel.http.Dialect;
import dev.semel.http.HttpPolicy;
import dev.semel.http.TenantResolver;
import dev.semel.key.KeyHash;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * What a gateway does, checked.
 *
 * @param listen where it listens
 * @param tenants who owns a key
 * @param dialect how problems and replays look
 * @param store where the records are
 * @param keyHash what stands for a key in logs
 * @param routes what goes where, in order
 * @param limits what one client may ask of it
 */
record Configuration(
        InetSocketAddress listen,
        TenantResolver tenants,
        Dialect dialect,
        StoreChoice store,
        KeyHash keyHash,
        List<Route> routes,
        Limits limits) {

    Configuration {
        routes = List.copyOf(routes);
    }

    /** The same, listening somewhere else. */
    Configuration listeningAt(InetSocketAddress other) {
        return new Configuration(other, tenants, dialect, store, keyHash, routes, limits);
    }

    /** The operations of all protected routes. */
    Operation[] operations() {
        return routes.stream()
                .flatMap(route -> route.policy().stream())
                .map(HttpPolicy::operation)
                .toArray(Operation[]::new);
    }
}
