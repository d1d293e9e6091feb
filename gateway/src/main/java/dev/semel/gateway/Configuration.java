// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.Operation;
import dev.semel.http.Dialect;
import dev.semel.http.HttpPolicy;
import dev.semel.http.TenantResolver;
import dev.semel.key.KeyHash;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a gateway does, checked.
 *
 * @param listen where it listens
 * @param tenants who owns a key
 * @param dialect how problems and replays look
 * @param store where the records are
 * @param keyHash what stands for a key in logs
 * @param routes what goes where, in order
 * @param keyCounter where clients get keys, if they get them here
 * @param limits what clients may ask of it
 * @param tls with what certificate it listens, if with one
 * @param admin where the listener for operators is
 * @param tracing where its spans go, if anywhere
 * @param written what may be shown of how it was written
 */
record Configuration(
        InetSocketAddress listen,
        TenantResolver tenants,
        Dialect dialect,
        StoreChoice store,
        KeyHash keyHash,
        List<Route> routes,
        Optional<KeyCounter> keyCounter,
        Limits limits,
        Optional<Tls> tls,
        AdminChoice admin,
        Optional<TracingChoice> tracing,
        Map<String, Object> written) {

    Configuration {
        routes = List.copyOf(routes);
    }

    /** Without TLS, and without a listener for operators. */
    Configuration(
            InetSocketAddress listen,
            TenantResolver tenants,
            Dialect dialect,
            StoreChoice store,
            KeyHash keyHash,
            List<Route> routes) {
        this(listen, tenants, dialect, store, keyHash, routes, Limits.DEFAULT);
    }

    /** The same, with other limits than usual. */
    Configuration(
            InetSocketAddress listen,
            TenantResolver tenants,
            Dialect dialect,
            StoreChoice store,
            KeyHash keyHash,
            List<Route> routes,
            Limits limits) {
        this(
                listen,
                tenants,
                dialect,
                store,
                keyHash,
                routes,
                Optional.empty(),
                limits,
                Optional.empty(),
                AdminChoice.off(),
                Optional.empty(),
                Map.of());
    }

    /** How long a client may have to wait for the slowest answer. */
    Duration longestAnswer() {
        return new RouteTable(routes).longestAnswer();
    }

    /** The same, listening somewhere else. */
    Configuration listeningAt(InetSocketAddress other) {
        return new Configuration(
                other,
                tenants,
                dialect,
                store,
                keyHash,
                routes,
                keyCounter,
                limits,
                tls,
                admin,
                tracing,
                without("listen"));
    }

    /** The same, with the listener for operators somewhere else, or nowhere; what it shows stays. */
    Configuration administeredAt(String other) {
        return administeredAt(AdminChoice.parse(other, admin.console()));
    }

    /** The same, with another listener for operators. */
    Configuration administeredAt(AdminChoice other) {
        return new Configuration(
                listen,
                tenants,
                dialect,
                store,
                keyHash,
                routes,
                keyCounter,
                limits,
                tls,
                other,
                tracing,
                without("admin"));
    }

    private Map<String, Object> without(String setting) {
        Map<String, Object> rest = new LinkedHashMap<>(written);
        rest.remove(setting);
        return rest;
    }

    /** Whom the routes lead to. */
    Set<Upstream> upstreams() {
        return routes.stream().map(Route::upstream).collect(Collectors.toSet());
    }

    /** The operations of all protected routes. */
    Operation[] operations() {
        return routes.stream()
                .flatMap(route -> route.policy().stream())
                .map(HttpPolicy::operation)
                .toArray(Operation[]::new);
    }
}
