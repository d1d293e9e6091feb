// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpPolicy;
import java.util.List;
import java.util.Optional;
import org.springframework.web.ErrorResponse;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Asks the handler mappings of WebFlux, in the order of its dispatcher, which method will serve a request: whatever decides
 * there decides here too, so that no way of writing a request reaches a handler and not its policy.
 */
final class ReactiveLookup {

    private final List<HandlerMapping> mappings;
    private final ProtectedHandlers handlers;

    ReactiveLookup(List<HandlerMapping> mappings, ProtectedHandlers handlers) {
        this.mappings = mappings;
        this.handlers = handlers;
    }

    /** The policy of the handler; empty where it has none, or there is none. */
    Mono<Optional<HttpPolicy>> find(ServerWebExchange exchange) {
        LookedAtExchange looked = new LookedAtExchange(exchange);
        return Flux.fromIterable(mappings)
                .concatMap(mapping -> mapping.getHandler(looked))
                .next()
                .map(handler -> of(handler, looked))
                // No handler serves it (a wrong method, a wrong media type): the dispatcher finds that out again and
                // answers. Every other failure leaves unknown which handler it is for, and then none may run.
                .onErrorResume(ErrorResponse.class::isInstance, refused -> Mono.just(Optional.empty()))
                .defaultIfEmpty(Optional.empty());
    }

    /** The policy of a handler that the mappings have found for this exchange. */
    Optional<HttpPolicy> of(Object handler, ServerWebExchange exchange) {
        Object pattern = exchange.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        return handler instanceof HandlerMethod method
                ? handlers.find(method, exchange.getRequest().getMethod().name(), String.valueOf(pattern))
                : Optional.empty();
    }
}
