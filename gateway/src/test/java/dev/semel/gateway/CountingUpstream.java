// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** A service whose work takes a while, and goes on when the gateway dies. Each run has an answer of its own. */
final class CountingUpstream implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(32);
    private final Witness witness;
    private final Function<String, Duration> work;

    CountingUpstream(Witness witness, Duration work) throws IOException {
        this(witness, key -> work);
    }

    /** How long the work for a key takes, in every run. */
    CountingUpstream(Witness witness, Function<String, Duration> work) throws IOException {
        this.witness = witness;
        this.work = work;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", this::work);
        server.setExecutor(threads);
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void work(HttpExchange exchange) throws IOException {
        try (exchange) {
            String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
            int run = witness.begins(key);
            exchange.getRequestBody().readAllBytes();
            work(key);
            witness.ends(key);
            byte[] answer = ("run " + run).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(201, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    /** All of it: a thread may wake up early. */
    private void work(String key) {
        long until = System.nanoTime() + work.apply(key).toNanos();
        while (System.nanoTime() < until && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
