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
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;

/**
 * Knows the policies of all handlers: those of annotated methods, found by Spring's own handler mappings, and those of paths in
 * properties, for whatever else serves requests. It fills itself when all beans are there, which is before the first request.
 * Safe for use by several threads.
 *
 * @param <M> Spring's handler mappings
 * @param <L> what asks them for the handler of a request
 */
abstract class WebPolicies<M, L> implements PolicyFinder, KnownOperations, SmartInitializingSingleton {

    /** The request's attribute in which the policy travels from the filter, which found the handler, to {@link #find}. */
    static final String POLICY = "dev.semel.spring.policy";

    private final ApplicationContext context;
    private final SemelProperties properties;
    private volatile @Nullable Registry<L> filled;

    WebPolicies(ApplicationContext context, SemelProperties properties) {
        this.context = context;
        this.properties = properties;
    }

    /** The mappings that the dispatcher asks. */
    abstract Class<M> mappings();

    /** Adds the annotated handlers that a mapping knows. */
    abstract void add(M mapping, ProtectedHandlers handlers);

    abstract L lookup(List<M> mappings, ProtectedHandlers handlers);

    /** What the paths in properties begin behind. */
    abstract String basePath();

    abstract TransactionSource transactions();

    @Override
    public void afterSingletonsInstantiated() {
        OperationHooks hooks = new OperationHooks(context);
        List<PolicyCustomizer> customizers =
                context.getBeanProvider(PolicyCustomizer.class).orderedStream().toList();
        Policies policies = new Policies(hooks, customizers, transactions());
        List<M> mappings = inOrder();
        ProtectedHandlers handlers = new ProtectedHandlers(policies, properties.operations());
        mappings.forEach(mapping -> add(mapping, handlers));
        Routes routes = PathPolicies.of(properties.operations(), policies, basePath());
        AllOperations all = new AllOperations(context, policies);
        properties.checkThatAllAreUsed(all.names());
        hooks.checkAgainst(all.names());
        L lookup = lookup(mappings, handlers);
        filled = new Registry<>(
                handlers.isEmpty() ? Optional.empty() : Optional.of(lookup), lookup, routes, all.operations());
    }

    private List<M> inOrder() {
        List<M> mappings =
                new ArrayList<>(BeanFactoryUtils.beansOfTypeIncludingAncestors(context, mappings(), true, false)
                        .values());
        AnnotationAwareOrderComparator.sort(mappings);
        return mappings;
    }

    @Override
    public List<Operation> operations() {
        return registry().operations;
    }

    /** What finds the handlers of requests; empty where nothing was annotated at the start, so that nobody need look. */
    Optional<L> lookup() {
        return registry().lookup;
    }

    /** What knows the policies of handlers that were found, and refuses those that nobody knew at the start. */
    L guard() {
        return registry().guard;
    }

    /** By what the filter found out; else by path. An annotated handler keeps its operation, whatever the paths say. */
    @Override
    public Optional<HttpPolicy> find(RequestHead head) {
        Optional<HttpPolicy> annotated = head.attribute(POLICY).map(HttpPolicy.class::cast);
        return annotated.isPresent() ? annotated : registry().routes.find(head);
    }

    /** Nothing may run before it is known what is protected. */
    private Registry<L> registry() {
        Registry<L> registry = filled;
        if (registry == null) {
            throw new IllegalStateException("the application has not started yet, so that no policy is known");
        }
        return registry;
    }

    private record Registry<L>(Optional<L> lookup, L guard, Routes routes, List<Operation> operations) {}
}
