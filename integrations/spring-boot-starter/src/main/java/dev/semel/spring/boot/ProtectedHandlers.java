// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpPolicy;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;

/** The controllers' methods that are annotated, each with a policy for every method and pattern that leads to it. */
final class ProtectedHandlers {

    private static final Set<RequestMethod> SAFE =
            Set.of(RequestMethod.GET, RequestMethod.HEAD, RequestMethod.OPTIONS, RequestMethod.TRACE);
    private static final Set<RequestMethod> USUAL = Set.of(RequestMethod.POST, RequestMethod.PATCH);

    private final Map<Method, List<Route>> routes = new HashMap<>();
    private final Policies building;
    private final Map<String, OperationProperties> properties;

    ProtectedHandlers(Policies building, Map<String, OperationProperties> properties) {
        this.building = building;
        this.properties = properties;
    }

    /** The policy of a handler that was reached by this method and pattern. */
    Optional<HttpPolicy> find(HandlerMethod handler, String method, String pattern) {
        for (Route route : routes.getOrDefault(handler.getMethod(), List.of())) {
            if (route.leadsTo(handler, method, pattern)) {
                return route.policy;
            }
        }
        return Optional.empty();
    }

    boolean isEmpty() {
        return routes.isEmpty();
    }

    /** A handler that serves these methods, all of them where there are none, at these patterns. */
    void add(HandlerMethod handler, Set<RequestMethod> served, Set<String> patterns) {
        Annotations.of(handler.getMethod(), handler.getBeanType()).ifPresent(annotation -> {
            Set<RequestMethod> methods = methods(served, annotation);
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
            for (String pattern : patterns) {
                methods.forEach(method -> add(handler, annotation, method.name(), pattern));
            }
        });
    }

    private void add(HandlerMethod handler, Annotations annotation, String method, String pattern) {
        String route = method + " " + (pattern.isEmpty() ? "/" : pattern);
        String name = annotation.operation().isEmpty() ? route : annotation.operation();
        OperationProperties settings =
                properties.getOrDefault(name, OperationProperties.NOTHING).or(annotation.settings());
        if (settings.isTransacted()) {
            OneThread.check(handler.getReturnType(), place(handler));
        }
        HttpPolicy policy = building.policy(name, settings, Set.of(method), place(handler));
        routes.computeIfAbsent(handler.getMethod(), none -> new ArrayList<>())
                .add(new Route(handler.getBeanType(), method, pattern, Optional.of(policy)));
    }

    /** On a class the annotation means what usually needs a key; on a method it means that method, whatever it serves. */
    private static Set<RequestMethod> methods(Set<RequestMethod> served, Annotations annotation) {
        Set<RequestMethod> methods = new HashSet<>(served.isEmpty() ? USUAL : served);
        methods.removeAll(SAFE);
        if (!annotation.onMethod()) {
            methods.retainAll(USUAL);
        }
        return methods;
    }

    private static String place(HandlerMethod handler) {
        return handler.getBeanType().getSimpleName() + "." + handler.getMethod().getName();
    }

    private record Route(Class<?> controller, String method, String pattern, Optional<HttpPolicy> policy) {

        /** The controller matters, too: two may have inherited one method, and serve one pattern by other headers. */
        boolean leadsTo(HandlerMethod handler, String byMethod, String byPattern) {
            return controller == handler.getBeanType() && method.equals(byMethod) && pattern.equals(byPattern);
        }
    }
}
