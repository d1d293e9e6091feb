// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpContext;
import dev.semel.http.HttpPolicy;
import dev.semel.webflux.IdempotencyWebFilter;
import java.util.Optional;
import org.springframework.core.Ordered;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * The last look before a handler runs, as {@link GuardInterceptor} for MVC: one that is annotated runs under its policy or not
 * at all. A filter behind ours that changes a request's path or method would otherwise lead past it without a word (T18).
 */
final class ReactiveGuard implements HandlerAdapter, Ordered {

    private final ReactivePolicies policies;
    private final RequestMappingHandlerAdapter adapter;

    ReactiveGuard(ReactivePolicies policies, RequestMappingHandlerAdapter adapter) {
        this.policies = policies;
        this.adapter = adapter;
    }

    /** Before the adapter that it stands in front of, which has no order of its own. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public boolean supports(Object handler) {
        return handler instanceof HandlerMethod && adapter.supports(handler);
    }

    @Override
    public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
        try {
            policies.guard().of(handler, exchange).ifPresent(policy -> check(policy, exchange));
        } catch (IllegalStateException e) {
            return Mono.error(e);
        }
        return adapter.handle(exchange, handler);
    }

    private static void check(HttpPolicy policy, ServerWebExchange exchange) {
        String operation = policy.operation().name();
        Optional<HttpContext> running = IdempotencyWebFilter.context(exchange);
        if (running.isPresent()) {
            Attempts.requireSame(operation, running.get());
        } else if (isPast(policy, exchange)) {
            throw new IllegalStateException("the operation " + operation
                    + " was reached past the idempotency filter, and does not run: a filter behind it changed the request's"
                    + " path or method, or an HttpIdempotency of your own does not know it; see docs/spring.md");
        }
    }

    /** Without a running attempt there is one case: the key is optional, and this request, looked at as what it is, has none. */
    private static boolean isPast(HttpPolicy policy, ServerWebExchange exchange) {
        return policy.isKeyRequired() || policy != exchange.getAttribute(WebPolicies.POLICY);
    }
}
