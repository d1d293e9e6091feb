// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpPolicy;
import dev.semel.webflux.IdempotencyWebFilter;
import java.util.Optional;
import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Finds the policy of a request by its handler, and leaves everything else to the filter for WebFlux. */
final class ReactiveFilter implements WebFilter, Ordered {

    private final ReactivePolicies policies;
    private final IdempotencyWebFilter filter;
    private final int order;

    ReactiveFilter(ReactivePolicies policies, IdempotencyWebFilter filter, int order) {
        this.policies = policies;
        this.filter = filter;
        this.order = order;
    }

    @Override
    public int getOrder() {
        return order;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        // Nobody else may say so, not even by accident.
        exchange.getAttributes().remove(WebPolicies.POLICY);
        Optional<ReactiveLookup> lookup =
                isSafe(exchange.getRequest().getMethod()) ? Optional.empty() : policies.lookup();
        return lookup.isEmpty()
                ? filter.filter(exchange, chain)
                : lookup.get().find(exchange).flatMap(policy -> filter(exchange, chain, policy));
    }

    private Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain, Optional<HttpPolicy> policy) {
        policy.ifPresent(found -> exchange.getAttributes().put(WebPolicies.POLICY, found));
        return filter.filter(exchange, chain);
    }

    private static boolean isSafe(HttpMethod method) {
        return switch (method.name()) {
            case "GET", "HEAD", "OPTIONS", "TRACE" -> true;
            default -> false;
        };
    }
}
