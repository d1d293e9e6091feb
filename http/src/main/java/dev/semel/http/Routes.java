// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds policies by path: {@code /v1/charges}, {@code /v1/charges/{id}/capture} with a segment that may be anything, {@code
 * /v1/**} with anything below. The first route that fits the path and protects the method counts. Immutable.
 */
public final class Routes implements PolicyFinder {

    private final List<Route> routes;

    private Routes(List<Route> routes) {
        this.routes = routes;
    }

    /** Begins without routes. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Optional<HttpPolicy> find(RequestHead head) {
        String path = head.route();
        for (Route route : routes) {
            if (route.policy.methods().contains(head.method()) && route.pattern.matches(path)) {
                return Optional.of(route.policy);
            }
        }
        return Optional.empty();
    }

    private record Route(PathPattern pattern, HttpPolicy policy) {}

    /** Collects routes, in order. Not safe for several threads. */
    public static final class Builder {

        private final List<Route> routes = new ArrayList<>();

        private Builder() {}

        /** Protects what fits the pattern. */
        public Builder route(String pattern, HttpPolicy policy) {
            routes.add(new Route(PathPattern.of(pattern), policy));
            return this;
        }

        public Routes build() {
            return new Routes(List.copyOf(routes));
        }
    }
}
