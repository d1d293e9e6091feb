// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.webflux.IdempotencyWebFilter;
import org.springframework.core.MethodParameter;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.result.method.SyncHandlerMethodArgumentResolver;
import org.springframework.web.server.ServerWebExchange;

/** Gives handlers of WebFlux what they may know of their attempt: {@code HttpContext}, or an {@code Optional} of it. */
final class ReactiveContextArgument implements SyncHandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return AttemptArgument.isWanted(parameter);
    }

    @Override
    public Object resolveArgumentValue(MethodParameter parameter, BindingContext binding, ServerWebExchange exchange) {
        return AttemptArgument.of(parameter, IdempotencyWebFilter.context(exchange));
    }
}
