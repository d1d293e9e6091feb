// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.Operation;
import dev.semel.http.HttpPolicy;
import dev.semel.http.PolicyFinder;
import dev.semel.http.RequestHead;
import dev.semel.http.Routes;
import dev.semel.spring.PolicyCustomizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.result.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.util.pattern.PathPattern;

/**
 * Knows the policies of all handlers of WebFlux, as {@link HandlerPolicies} does of those of MVC. It fills itself when all
 * beans are there, which is before the first request. Safe for use by several threads.
 */
final class ReactivePolicies implements PolicyFinder, KnownOperations, SmartInitializingSingleton {

    private final ApplicationContext context;
    private final SemelProperties properties;
    private final String basePath;
    private volatile @Nullable Registry filled;

    ReactivePolicies(ApplicationContext context, SemelProperties properties, String basePath) {
        this.context = context;
        this.properties = properties;
        this.basePath = basePath;
    }

    @Override
    public void afterSingletonsInstantiated() {
        OperationHooks hooks = new OperationHooks(context);
        List<PolicyCustomizer> customizers =
                context.getBeanProvider(PolicyCustomizer.class).orderedStream().toList();
        Policies policies = new Policies(hooks, customizers);
        List<HandlerMapping> mappings = mappings();
        ProtectedHandlers handlers = new ProtectedHandlers(policies, properties.operations());
        mappings.forEach(mapping -> add(mapping, handlers));
        Routes routes = PathPolicies.of(properties.operations(), policies, basePath);
        AllOperations all = new AllOperations(context, policies);
        properties.checkThatAllAreUsed(all.names());
        hooks.checkAgainst(all.names());
        filled = new Registry(
                handlers.isEmpty() ? Optional.empty() : Optional.of(new ReactiveLookup(mappings, handlers)),
                routes,
                all.operations());
    }

    private static void add(HandlerMapping mapping, ProtectedHandlers handlers) {
        if (mapping instanceof RequestMappingInfoHandlerMapping annotated) {
            annotated.getHandlerMethods().forEach((info, handler) -> {
                Set<String> patterns = info.getPatternsCondition().getPatterns().stream()
                        .map(PathPattern::getPatternString)
                        .collect(Collectors.toSet());
                handlers.add(handler, info.getMethodsCondition().getMethods(), patterns);
            });
        }
    }

    private List<HandlerMapping> mappings() {
        List<HandlerMapping> mappings = new ArrayList<>(
                BeanFactoryUtils.beansOfTypeIncludingAncestors(context, HandlerMapping.class, true, false)
                        .values());
        AnnotationAwareOrderComparator.sort(mappings);
        return mappings;
    }

    @Override
    public List<Operation> operations() {
        return registry().operations;
    }

    /** What finds annotated handlers; empty where nothing is annotated. */
    Optional<ReactiveLookup> lookup() {
        return registry().lookup;
    }

    /** By what the filter found out; else by path. An annotated handler keeps its operation, whatever the paths say. */
    @Override
    public Optional<HttpPolicy> find(RequestHead head) {
        Optional<HttpPolicy> annotated = head.attribute(ReactiveFilter.POLICY).map(HttpPolicy.class::cast);
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

    private record Registry(Optional<ReactiveLookup> lookup, Routes routes, List<Operation> operations) {}
}
