// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** A small HTTP server on the loopback interface, and how it answers. */
final class Web implements AutoCloseable {

    static final JsonMapper JSON = JsonMapper.shared();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "web");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * Does not serve yet.
     *
     * @param port 0 for any
     */
    Web(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
    }

    Web on(String path, HttpHandler handler) {
        server.createContext(path, exchange -> handle(exchange, handler));
        return this;
    }

    Web start() {
        server.start();
        return this;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static void handle(HttpExchange exchange, HttpHandler handler) throws IOException {
        try {
            handler.handle(exchange);
        } catch (JacksonException | IllegalArgumentException wrong) {
            problem(exchange, 400, "This cannot be understood.");
        }
    }

    static void json(HttpExchange exchange, int status, Object body) throws IOException {
        send(exchange, status, "application/json", JSON.writeValueAsBytes(body));
    }

    static void problem(HttpExchange exchange, int status, String detail) throws IOException {
        send(
                exchange,
                status,
                "application/problem+json",
                JSON.writeValueAsBytes(Map.of("status", status, "detail", detail)));
    }

    static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (exchange) {
            exchange.getResponseBody().write(body);
        }
    }

    static <T> T read(HttpExchange exchange, Class<T> type) throws IOException {
        return JSON.readValue(exchange.getRequestBody().readAllBytes(), type);
    }

    static Optional<String> parameter(HttpExchange exchange, String name) {
        String query = exchange.getRequestURI().getRawQuery();
        if (query == null) {
            return Optional.empty();
        }
        return java.util.Arrays.stream(query.split("&", -1))
                .filter(one -> one.startsWith(name + "="))
                .map(one -> URLDecoder.decode(one.substring(name.length() + 1), StandardCharsets.UTF_8))
                .findFirst();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
