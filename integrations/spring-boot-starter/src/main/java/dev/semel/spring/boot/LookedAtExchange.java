// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import reactor.core.publisher.Mono;

/** An exchange that handler mappings may look at: attributes, and what they would answer other origins, stay here. */
final class LookedAtExchange extends ServerWebExchangeDecorator {

    private final Map<String, Object> attributes;
    private final ServerHttpResponse response;

    LookedAtExchange(ServerWebExchange exchange) {
        super(exchange);
        this.attributes = new ConcurrentHashMap<>(exchange.getAttributes());
        this.response = new Unsent(exchange.getResponse());
    }

    @Override
    public Map<String, Object> getAttributes() {
        return attributes;
    }

    @Override
    public ServerHttpResponse getResponse() {
        return response;
    }

    private static final class Unsent extends ServerHttpResponseDecorator {

        private final HttpHeaders headers = new HttpHeaders();

        Unsent(ServerHttpResponse response) {
            super(response);
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public boolean setStatusCode(@Nullable HttpStatusCode status) {
            return true;
        }

        @Override
        public Mono<Void> setComplete() {
            return Mono.empty();
        }

        @Override
        public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
            return Mono.empty();
        }
    }
}
