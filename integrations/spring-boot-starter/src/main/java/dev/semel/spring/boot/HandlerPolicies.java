// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Operation;
import dev.semel.http.HttpPolicy;
import dev.semel.http.PolicyFinder;
import dev.semel.http.RequestHead;
import dev.semel.http.Routes;
import dev.semel.spring.PolicyCustomizer;
import jakarta.servlet.ServletContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/**
 * Knows the policies of all handlers: those of annotated methods, found by Spring's own handler mappings, and those of paths in
 * properties, for whatever else serves requests. It fills itself when all beans are there, which is before the first request.
 * Safe for use by several threads.
 */
final class HandlerPolicies implements PolicyFinder, KnownOperations, SmartInitializingSingleton {

    private static final Set<String> USUAL = Set.of("POST", "PATCH");

    private final WebApplicationContext context;
    private final SemelProperties properties;
    private volatile @Nullable Registry filled;

    HandlerPolicies(WebApplicationContext context, SemelProperties properties) {
        this.context = context;
        this.properties = properties;
    }

    @Override
    public void afterSingletonsInstantiated() {
        OperationHooks hooks = new OperationHooks(context);
        List<PolicyCustomizer> customizers =
                context.getBeanProvider(PolicyCustomizer.class).orderedStream().toList();
        Policies policies = new Policies(hooks, customizers);
        List<HandlerMapping> mappings = mappings();
        ProtectedHandlers handlers = new ProtectedHandlers(annotated(mappings), policies, properties.operations());
        Routes routes = routes(policies);
        checkThatAllAreUsed(policies.names());
        hooks.checkAgainst(policies.names());
        filled = new Registry(
                handlers.isEmpty() ? Optional.empty() : Optional.of(new HandlerLookup(mappings, handlers)),
                routes,
                policies.operations());
    }

    @Override
    public List<Operation> operations() {
        return registry().operations;
    }

    /** What finds annotated handlers; empty where nothing is annotated. */
    Optional<HandlerLookup> lookup() {
        return registry().lookup;
    }

    /** By what the filter found out; else by path. An annotated handler keeps its operation, whatever the paths say. */
    @Override
    public Optional<HttpPolicy> find(RequestHead head) {
        Optional<HttpPolicy> annotated = head.attribute(PolicyFilter.POLICY).map(HttpPolicy.class::cast);
        return annotated.isPresent() ? annotated : registry().routes.find(head);
    }

    /** Nothing may run before it is known what is protected. */
    private Registry registry() {
        Registry registry = filled;
        if (registry == null) {
            throw new IllegalStateException("the application has not started yet, so that no policy is known");
        }
        return registry;
    }

    private List<HandlerMapping> mappings() {
        List<HandlerMapping> mappings = new ArrayList<>(
                BeanFactoryUtils.beansOfTypeIncludingAncestors(context, HandlerMapping.class, true, false)
                        .values());
        AnnotationAwareOrderComparator.sort(mappings);
        return mappings;
    }

    private static List<RequestMappingInfoHandlerMapping> annotated(List<HandlerMapping> mappings) {
        return mappings.stream()
                .filter(RequestMappingInfoHandlerMapping.class::isInstance)
                .map(RequestMappingInfoHandlerMapping.class::cast)
                .toList();
    }

    private Routes routes(Policies policies) {
        ServletContext servletContext = context.getServletContext();
        String prefix = servletContext == null ? "" : servletContext.getContextPath();
        Routes.Builder routes = Routes.builder();
        for (Map.Entry<String, OperationProperties> entry :
                properties.operations().entrySet()) {
            // Paths may lead to an annotated operation, too, and then everything that its annotation says holds there.
            OperationProperties settings = policies.settings(entry.getKey()).orElse(entry.getValue());
            if (!settings.paths().isEmpty()) {
                Set<String> methods = settings.methods().isEmpty() ? USUAL : settings.methods();
                HttpPolicy policy = policies.policy(entry.getKey(), settings, methods, "semel.operations");
                settings.paths().forEach(path -> routes.route(prefix + path, policy));
            }
        }
        return routes.build();
    }

    private void checkThatAllAreUsed(Set<String> operations) {
        for (String name : properties.operations().keySet()) {
            if (!operations.contains(name)) {
                throw new SetupException(
                        "semel.operations[" + name + "] has settings, and no handler is annotated with that operation.",
                        "Correct the name, in brackets if it has dots or blanks; or give it paths. There are: "
                                + String.join(", ", operations) + ".");
            }
        }
    }

    private record Registry(Optional<HandlerLookup> lookup, Routes routes, List<Operation> operations) {}
}
