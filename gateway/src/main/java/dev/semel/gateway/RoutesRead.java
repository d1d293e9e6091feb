// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The routes that were read so far. Takes the next one unless it could not do what it says beside them: it would protect nothing,
 * and nobody would notice. Used by one thread.
 */
final class RoutesRead {

    private final List<Taken> all = new ArrayList<>();
    private final Map<String, Map<String, Object>> operations = new HashMap<>();

    private record Taken(RoutePattern pattern, Route route) {

        boolean takesAll(RoutePattern other) {
            return route.policy().isPresent() ? pattern.bare().covers(other.bare()) : pattern.covers(other);
        }
    }

    /** Takes the next route, as its section says it. */
    void add(Route route, Section section) {
        RoutePattern pattern = RoutePattern.of(route.pattern());
        if (isUnreachable(pattern, route)) {
            throw section.bad(
                    "path",
                    route.pattern() + " is never reached: the first route that fits counts, and earlier ones take its"
                            + " requests; move it up, above them, or leave it out");
        }
        route.policy()
                .ifPresent(policy -> checkNamesakes(policy.operation().name(), settings(route, section), section));
        all.add(new Taken(pattern, route));
    }

    List<Route> routes() {
        return all.stream().map(Taken::route).toList();
    }

    /**
     * Whether nothing is left for it. A method that a route names is meant to get there; of one that names none, some of those that it
     * protects must.
     */
    private boolean isUnreachable(RoutePattern pattern, Route route) {
        Set<String> taken = new HashSet<>();
        for (Taken earlier : all) {
            if (earlier.takesAll(pattern)) {
                if (earlier.route.methods().isEmpty()) {
                    return true;
                }
                taken.addAll(earlier.route.methods());
            }
        }
        return route.methods().isEmpty()
                ? route.policy().isPresent()
                        && taken.containsAll(route.policy().get().methods())
                : !Collections.disjoint(taken, route.methods());
    }

    /** A key belongs to an operation, whichever way it comes: it cannot be held on one way and run again on another. */
    private void checkNamesakes(String operation, Map<String, Object> settings, Section section) {
        Map<String, Object> earlier = operations.putIfAbsent(operation, settings);
        if (earlier == null || earlier.equals(settings)) {
            return;
        }
        Set<String> different = new TreeSet<>(settings.keySet());
        different.addAll(earlier.keySet());
        different.removeIf(name -> Objects.equals(earlier.get(name), settings.get(name)));
        throw section.bad(
                "operation",
                operation + " is an earlier route's, too: both need the same settings, or names of their own; "
                        + different + " are different");
    }

    private static Map<String, Object> settings(Route route, Section section) {
        Map<String, Object> settings = EffectiveConfiguration.ofOperation(route);
        settings.put(AnswerReader.KEPT_HEADERS, AnswerReader.headersNamed(section));
        QuestionReader.find(section).ifPresent(question -> settings.put("in-doubt", question));
        return settings;
    }
}
