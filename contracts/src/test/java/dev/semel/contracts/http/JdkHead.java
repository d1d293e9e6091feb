// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import com.sun.net.httpserver.HttpExchange;
import dev.semel.http.RequestHead;
import java.util.List;
import java.util.Optional;

/** A request of the JDK's server, as the neutral module sees one. */
class JdkHead implements RequestHead {

    private final HttpExchange exchange;

    JdkHead(HttpExchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public String method() {
        return exchange.getRequestMethod();
    }

    @Override
    public String path() {
        return exchange.getRequestURI().getRawPath();
    }

    @Override
    public String query() {
        return Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
    }

    @Override
    public List<String> header(String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().get(name)).orElse(List.of());
    }
}
