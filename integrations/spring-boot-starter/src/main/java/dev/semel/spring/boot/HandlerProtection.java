// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.bind.annotation.RequestMethod;

/**
 * What is known of one controller's method: its annotation, and its policy for every method and pattern that led to it when the
 * application started. Filled at the start, and then safe for use by several threads.
 */
final class HandlerProtection {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final Set<String> USUAL = Set.of("POST", "PATCH");

    private final String place;
    private final Optional<Annotations> annotation;
    private final List<Route> routes = new ArrayList<>();

    HandlerProtection(String place, Optional<Annotations> annotation) {
        this.place = place;
        this.annotation = annotation;
    }

    Optional<Annotations> annotation() {
        return annotation;
    }

    /** Which methods are protected of those that it serves, all of them where it does not say. */
    Set<RequestMethod> of(Set<RequestMethod> served) {
        Set<RequestMethod> methods = new HashSet<>(served.isEmpty() ? Set.of(RequestMethod.values()) : served);
        methods.removeIf(method -> !isMeant(method.name()));
        return methods;
    }

    void add(String method, String pattern, HttpPolicy policy) {
        routes.add(new Route(method, pattern, Optional.of(policy)));
    }

    /**
     * The policy for a request that came by this method and pattern; empty where the annotation does not mean it. What it means, and
     * nobody knew at the start, is refused: without a policy it would run unprotected, without a word.
     */
    Optional<HttpPolicy> policy(String method, String pattern) {
        if (!isMeant(method)) {
            return Optional.empty();
        }
        for (Route route : routes) {
            if (route.method.equals(method) && route.pattern.equals(pattern)) {
                return route.policy;
            }
        }
        return Optional.of(onlyOneFor(method)
                .orElseThrow(() -> new IllegalStateException(place
                        + " is annotated with @Idempotent, and does not run: when the application started, no mapping"
                        + " that Semel knows led to it by " + method + " and " + pattern
                        + "; it was registered later, or another dispatcher than the application's own serves it; see"
                        + " docs/spring.md")));
    }

    /** On a class the annotation means what usually needs a key; on a method it means that method, whatever it serves. */
    private boolean isMeant(String method) {
        return annotation.isPresent()
                && (annotation.get().onMethod() ? !SAFE.contains(method) : USUAL.contains(method));
    }

    /**
     * The policy that all known patterns share: then it does not matter that this one is not known. Spring finds one that nobody wrote where
     * it takes a slash at a path's end for nothing.
     */
    private Optional<HttpPolicy> onlyOneFor(String method) {
        List<HttpPolicy> policies = routes.stream()
                .filter(route -> route.method.equals(method))
                .flatMap(route -> route.policy.stream())
                .toList();
        long operations =
                policies.stream().map(HttpPolicy::operation).distinct().count();
        return operations == 1 ? Optional.of(policies.get(0)) : Optional.empty();
    }

    private record Route(String method, String pattern, Optional<HttpPolicy> policy) {}
}
