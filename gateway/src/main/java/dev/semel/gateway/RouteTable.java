// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.HttpPolicy;
import dev.semel.http.PathPattern;
import dev.semel.http.PolicyFinder;
import dev.semel.http.RequestHead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the route of a request: the first one that fits its path and method, for its way and its protection. Immutable. */
final class RouteTable implements PolicyFinder {

    private final List<Line> lines;

    RouteTable(List<Route> routes) {
        List<Line> all = new ArrayList<>(routes.size());
        routes.forEach(route -> all.add(new Line(PathPattern.of(route.pattern()), route)));
        lines = List.copyOf(all);
    }

    Optional<Route> route(RequestHead head) {
        String path = head.route();
        for (Line line : lines) {
            if (line.takes(head.method()) && line.fits(path)) {
                return Optional.of(line.route);
            }
        }
        return Optional.empty();
    }

    /** How long a client may have to wait for the slowest answer. */
    Duration longestAnswer() {
        return lines.stream()
                .map(line -> line.route.longestAnswer())
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Whom the routes lead to. */
    Set<Upstream> upstreams() {
        return lines.stream().map(line -> line.route.upstream()).collect(Collectors.toSet());
    }

    @Override
    public Optional<HttpPolicy> find(RequestHead head) {
        return route(head).flatMap(Route::policy);
    }

    private record Line(PathPattern pattern, Route route) {

        boolean takes(String method) {
            return route.methods().isEmpty() || route.methods().contains(method);
        }

        /**
         * Nobody knows whether the service behind tells a path from the same with a slash at its end, and most do not: one that would run
         * a request must not get it past its protection.
         */
        boolean fits(String path) {
            return pattern.matches(path) || (route.policy().isPresent() && pattern.matches(otherwiseEnded(path)));
        }

        private String otherwiseEnded(String path) {
            if (path.length() > 1 && path.endsWith("/")) {
                return path.substring(0, path.length() - 1);
            }
            return route.pattern().endsWith("/") ? path + "/" : path;
        }
    }
}
