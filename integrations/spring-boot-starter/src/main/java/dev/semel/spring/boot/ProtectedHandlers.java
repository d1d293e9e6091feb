// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpPolicy;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;

/**
 * The controllers' methods, and what protects those that are annotated. One that nobody knew when the application started is
 * looked at when it first serves a request. Safe for use by several threads once it is filled.
 */
final class ProtectedHandlers {

    private final Map<Served, HandlerProtection> known = new ConcurrentHashMap<>();
    private final Policies building;
    private final Map<String, OperationProperties> properties;
    private final Map<String, Served> unnamed = new HashMap<>();
    private boolean empty = true;

    ProtectedHandlers(Policies building, Map<String, OperationProperties> properties) {
        this.building = building;
        this.properties = properties;
    }

    /** The policy of a handler that was reached by this method and pattern; an annotated one without a policy may not run. */
    Optional<HttpPolicy> find(HandlerMethod handler, String method, String pattern) {
        return of(handler).policy(method, pattern);
    }

    /** Whether nothing was annotated when the application started. */
    boolean isEmpty() {
        return empty;
    }

    /** A handler that serves these methods, all of them where there are none, at these patterns. */
    void add(HandlerMethod handler, Set<RequestMethod> served, Set<String> patterns) {
        HandlerProtection protection = of(handler);
        protection.annotation().ifPresent(annotation -> {
            Set<RequestMethod> methods = protection.of(served);
            check(handler, annotation, methods);
            for (String pattern : patterns) {
                methods.forEach(method ->
                        protection.add(method.name(), pattern, policy(handler, annotation, method.name(), pattern)));
            }
            empty &= methods.isEmpty();
        });
    }

    private HandlerProtection of(HandlerMethod handler) {
        Served served = Served.of(handler);
        HandlerProtection found = known.get(served);
        return found == null ? known.computeIfAbsent(served, none -> look(handler)) : found;
    }

    private static HandlerProtection look(HandlerMethod handler) {
        return new HandlerProtection(place(handler), Annotations.of(handler.getMethod(), handler.getBeanType()));
    }

    private static void check(HandlerMethod handler, Annotations annotation, Set<RequestMethod> methods) {
        if (!annotation.call().isEmpty()) {
            throw new SetupException(
                    "@Idempotent at " + place(handler)
                            + " has an expression for its key, tenant or payload, and the"
                            + " method serves requests.",
                    "Take the expression away: clients send the key, semel.http.tenants says who they are.");
        }
        if (methods.isEmpty() && annotation.onMethod()) {
            throw new SetupException(
                    "@Idempotent stands on " + place(handler) + ", which serves safe methods alone.",
                    "Take the annotation away: what changes nothing can be repeated.");
        }
    }

    private HttpPolicy policy(HandlerMethod handler, Annotations annotation, String method, String pattern) {
        String name = annotation.operation().isEmpty() ? byRoute(handler, method, pattern) : annotation.operation();
        OperationProperties settings =
                properties.getOrDefault(name, OperationProperties.NOTHING).or(annotation.settings());
        // Where there are no transactions at all, a plain value would be no better.
        if (settings.isTransacted() && building.hasTransactions()) {
            OneThread.check(handler.getReturnType(), place(handler));
            building.checkTransaction(name, handler.getMethod(), handler.getBeanType(), place(handler));
        }
        return building.policy(name, settings, Set.of(method), place(handler));
    }

    /** A route that leads to two handlers, by headers or parameters, names neither: they are two kinds of work. */
    private String byRoute(HandlerMethod handler, String method, String pattern) {
        String route = method + " " + (pattern.isEmpty() ? "/" : pattern);
        Served served = Served.of(handler);
        Served before = unnamed.putIfAbsent(route, served);
        if (before != null && !before.equals(served)) {
            throw new SetupException(
                    "The operation '" + route + "' is that of " + before.place() + " and that of " + served.place()
                            + ": neither has a name, and one route leads to both.",
                    "Give each a name, as in @Idempotent(\"charges.create\"): one would get the saved answers of the"
                            + " other.");
        }
        return route;
    }

    private static String place(HandlerMethod handler) {
        return Served.of(handler).place();
    }

    /** The controller matters, too: two may have inherited one method, and serve one pattern by other headers. */
    private record Served(Method method, Class<?> controller) {

        static Served of(HandlerMethod handler) {
            return new Served(handler.getMethod(), handler.getBeanType());
        }

        String place() {
            return Names.of(method, controller);
        }
    }
}
