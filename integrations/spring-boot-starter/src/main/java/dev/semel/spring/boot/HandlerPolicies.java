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
import java.util.Optional;
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
        Policies policies = new Policies(hooks, customizers, TransactionSource.of(context, properties.jdbc()));
        List<HandlerMapping> mappings = mappings();
        ProtectedHandlers handlers = new ProtectedHandlers(policies, properties.operations());
        annotated(mappings)
                .forEach(mapping -> mapping.getHandlerMethods()
                        .forEach((info, handler) -> handlers.add(
                                handler, info.getMethodsCondition().getMethods(), info.getPatternValues())));
        ServletContext servletContext = context.getServletContext();
        Routes routes = PathPolicies.of(
                properties.operations(), policies, servletContext == null ? "" : servletContext.getContextPath());
        AllOperations all = new AllOperations(context, policies);
        properties.checkThatAllAreUsed(all.names());
        hooks.checkAgainst(all.names());
        filled = new Registry(
                handlers.isEmpty() ? Optional.empty() : Optional.of(new HandlerLookup(mappings, handlers, context)),
                routes,
                all.operations());
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
        mappings.removeIf(FoundHandlers.class::isInstance);
        AnnotationAwareOrderComparator.sort(mappings);
        return mappings;
    }

    private static List<RequestMappingInfoHandlerMapping> annotated(List<HandlerMapping> mappings) {
        return mappings.stream()
                .filter(RequestMappingInfoHandlerMapping.class::isInstance)
                .map(RequestMappingInfoHandlerMapping.class::cast)
                .toList();
    }

    private record Registry(Optional<HandlerLookup> lookup, Routes routes, List<Operation> operations) {}
}
