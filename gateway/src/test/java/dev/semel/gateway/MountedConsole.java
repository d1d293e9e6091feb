// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.semel.console.Catalogue;
import dev.semel.console.Console;
import dev.semel.console.ConsoleRequest;
import dev.semel.http.HttpAnswer;
import dev.semel.http.RequestHead;
import dev.semel.spi.IdempotencyStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A console of any store on the JDK's server: for stores that no gateway would run on. */
final class MountedConsole implements AutoCloseable {

    private static final String PATH = "/console/";

    /** As many as are asked for: who answers a request waits for another thread, and must not keep it from beginning. */
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private final HttpServer server;
    private final Console console;

    MountedConsole(IdempotencyStore store) {
        this(store, Catalogue.of(List.of()));
    }

    MountedConsole(IdempotencyStore store, Catalogue catalogue) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        console = Console.builder(store)
                .path(PATH)
                .catalogue(() -> catalogue)
                .executor(threads)
                .build();
        server.setExecutor(threads);
        server.createContext(PATH, this::answer);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String below = exchange.getRequestURI().getPath().substring(PATH.length());
        byte[] body = exchange.getRequestBody().readAllBytes();
        HttpAnswer answer = console.handle(new ConsoleRequest(new Head(exchange), below, body, "127.0.0.1", false))
                .toCompletableFuture()
                .join();
        answer.headers().forEach(header -> exchange.getResponseHeaders().add(header.name(), header.value()));
        exchange.sendResponseHeaders(answer.status(), answer.size() == 0 ? -1 : answer.size());
        answer.writeTo(exchange.getResponseBody());
        exchange.close();
    }

    private record Head(HttpExchange exchange) implements RequestHead {

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
            return "";
        }

        @Override
        public List<String> header(String name) {
            return exchange.getRequestHeaders().getOrDefault(name, List.of());
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
