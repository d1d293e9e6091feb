// SPDX-License-Identifier: Apache-2.0
package dev.semel.webflux;

import dev.semel.http.RequestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;

/** A request of WebFlux as the neutral module sees it. */
final class WebHead implements RequestHead {

    private final ServerWebExchange exchange;
    private final ServerHttpRequest request;
    private final Optional<String> principal;

    WebHead(ServerWebExchange exchange, Optional<String> principal) {
        this.exchange = exchange;
        this.request = exchange.getRequest();
        this.principal = principal;
    }

    @Override
    public String method() {
        return request.getMethod().name();
    }

    @Override
    public String path() {
        return request.getPath().value();
    }

    @Override
    public String query() {
        @Nullable String query = request.getURI().getRawQuery();
        return query == null ? "" : query;
    }

    /** By methods that the headers of Spring 6 and 7 have both. */
    @Override
    public List<String> header(String name) {
        HttpHeaders headers = request.getHeaders();
        if (headers.getFirst(name) == null) {
            return List.of();
        }
        List<String> all = new ArrayList<>(1);
        headers.forEach((found, values) -> {
            if (found.equalsIgnoreCase(name)) {
                all.addAll(values);
            }
        });
        return all;
    }

    @Override
    public Optional<String> principal() {
        return principal;
    }

    @Override
    public Optional<Object> attribute(String name) {
        return Optional.ofNullable(exchange.getAttribute(name));
    }
}
