// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpPolicy;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/** The controllers' methods that are annotated, each with a policy for every method and pattern that leads to it. */
final class ProtectedHandlers {

    private static final Set<RequestMethod> SAFE =
            Set.of(RequestMethod.GET, RequestMethod.HEAD, RequestMethod.OPTIONS, RequestMethod.TRACE);
    private static final Set<RequestMethod> USUAL = Set.of(RequestMethod.POST, RequestMethod.PATCH);

    private final Map<Route, HttpPolicy> policies = new HashMap<>();
    private final Policies building;
    private final Map<String, OperationProperties> properties;

    ProtectedHandlers(
            List<RequestMappingInfoHandlerMapping> mappings,
            Policies building,
            Map<String, OperationProperties> properties) {
        this.building = building;
        this.properties = properties;
        mappings.forEach(mapping -> mapping.getHandlerMethods().forEach(this::add));
    }

    /** The policy of a handler that was reached by this method and pattern. */
    Optional<HttpPolicy> find(HandlerMethod handler, String method, String pattern) {
        return Optional.ofNullable(policies.get(new Route(handler.getMethod(), method, pattern)));
    }

    boolean isEmpty() {
        return policies.isEmpty();
    }

    private void add(RequestMappingInfo info, HandlerMethod handler) {
        Annotations.of(handler.getMethod(), handler.getBeanType()).ifPresent(annotation -> {
            Set<RequestMethod> methods = methods(info, annotation);
            if (methods.isEmpty() && annotation.onMethod()) {
                throw new SetupException(
                        "@Idempotent stands on " + place(handler) + ", which serves safe methods alone.",
                        "Take the annotation away: what changes nothing can be repeated.");
            }
            for (String pattern : info.getPatternValues()) {
                methods.forEach(method -> add(handler, annotation, method.name(), pattern));
            }
        });
    }

    private void add(HandlerMethod handler, Annotations annotation, String method, String pattern) {
        String route = method + " " + (pattern.isEmpty() ? "/" : pattern);
        String name = annotation.operation().isEmpty() ? route : annotation.operation();
        OperationProperties settings =
                properties.getOrDefault(name, OperationProperties.NOTHING).or(annotation.settings());
        HttpPolicy policy = building.policy(name, settings, Set.of(method), place(handler));
        policies.put(new Route(handler.getMethod(), method, pattern), policy);
    }

    /** On a class the annotation means what usually needs a key; on a method it means that method, whatever it serves. */
    private static Set<RequestMethod> methods(RequestMappingInfo info, Annotations annotation) {
        Set<RequestMethod> served = info.getMethodsCondition().getMethods();
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

    private record Route(Method handler, String method, String pattern) {}
}
