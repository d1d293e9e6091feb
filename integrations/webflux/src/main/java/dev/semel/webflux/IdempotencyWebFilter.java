// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import dev.semel.http.HttpAnswer;
import dev.semel.http.HttpContext;
import dev.semel.http.HttpIdempotency;
import dev.semel.http.Intake;
import dev.semel.http.Reception;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.http.HttpMethod;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.web.reactive.handler.WebFluxResponseStatusExceptionHandler;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Lets each request with a key run once, and gives every retry the first answer. It translates between WebFlux and {@link
 * HttpIdempotency}, which decides, and never blocks the thread that it is called on. Safe for use by several threads.
 *
 * <pre>{@code
 * WebHttpHandlerBuilder.webHandler(handler).filter(IdempotencyWebFilter.of(http)).build();
 * }</pre>
 *
 * <p>It belongs behind authentication, and before whatever reads the body.
 */
public final class IdempotencyWebFilter implements WebFilter {

    /** The exchange's attribute that has what a handler may know of its attempt. */
    static final String CONTEXT = "dev.semel.webflux.context";

    /** What Spring Security has for a principal where nobody is signed in, if it is told to. */
    private static final String ANONYMOUS = "org.springframework.security.authentication.AnonymousAuthenticationToken";

    private final HttpIdempotency http;
    private final Surroundings surroundings;

    private IdempotencyWebFilter(HttpIdempotency http, Surroundings surroundings) {
        this.http = http;
        this.surroundings = surroundings;
    }

    /** A filter for what these policies protect. */
    public static IdempotencyWebFilter of(HttpIdempotency http) {
        List<WebExceptionHandler> usual = List.of(new WebFluxResponseStatusExceptionHandler());
        return new IdempotencyWebFilter(http, new Surroundings(ServerCodecConfigurer.create(), () -> usual));
    }

    /**
     * This filter with the application's exception handlers, in their order: they make the answers that are saved where a
     * handler ends with an exception that has a status. They stand in front of all filters, too, where they see every other
     * exception, as always. Asked for when there is such an exception.
     */
    public IdempotencyWebFilter withExceptionHandlers(Supplier<List<WebExceptionHandler>> handlers) {
        return new IdempotencyWebFilter(http, new Surroundings(surroundings.codecs(), handlers));
    }

    /** This filter with the application's codecs, by which forms and parts are read. */
    public IdempotencyWebFilter withCodecs(ServerCodecConfigurer codecs) {
        return new IdempotencyWebFilter(http, new Surroundings(codecs, surroundings.exceptionHandlers()));
    }

    /** What a handler may know of its attempt; empty where the request is not protected. */
    public static Optional<HttpContext> context(ServerWebExchange exchange) {
        return Optional.ofNullable(exchange.getAttribute(CONTEXT));
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (isSafe(exchange.getRequest().getMethod()) || context(exchange).isPresent()) {
            return chain.filter(exchange);
        }
        return exchange.getPrincipal()
                .filter(principal -> !isAnonymous(principal.getClass()))
                .map(Principal::getName)
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .flatMap(principal -> arrive(new WebHead(exchange, principal), exchange, chain));
    }

    private Mono<Void> arrive(WebHead head, ServerWebExchange exchange, WebFilterChain chain) {
        return http.receive(head).match(new Reception.Cases<>() {
            @Override
            public Mono<Void> passThrough() {
                return chain.filter(exchange);
            }

            @Override
            public Mono<Void> answer(HttpAnswer answer) {
                return Replies.send(exchange.getResponse(), answer);
            }

            @Override
            public Mono<Void> read(Intake intake) {
                return Visit.of(intake, exchange, chain, surroundings);
            }
        });
    }

    /** By name, with the classes that it extends: whoever is not signed in is nobody, and not one who owns everybody's keys. */
    private static boolean isAnonymous(Class<?> principal) {
        for (Class<?> type = principal; type != null; type = type.getSuperclass()) {
            if (type.getName().equals(ANONYMOUS)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSafe(HttpMethod method) {
        return switch (method.name()) {
            case "GET", "HEAD", "OPTIONS", "TRACE" -> true;
            default -> false;
        };
    }
}
