// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import java.util.List;
import java.util.function.Supplier;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/**
 * What an application has around its handlers.
 *
 * @param codecs how forms and parts are read
 * @param exceptionHandlers what makes answers of exceptions, in order; asked for when there is one
 */
record Surroundings(ServerCodecConfigurer codecs, Supplier<List<WebExceptionHandler>> exceptionHandlers) {

    /** As the server would do it in front of all filters: the first handler that makes an answer of it. */
    Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        Mono<Void> handled = Mono.error(failure);
        for (WebExceptionHandler handler : exceptionHandlers.get()) {
            handled = handled.onErrorResume(rest -> handler.handle(exchange, rest));
        }
        return handled;
    }
}
