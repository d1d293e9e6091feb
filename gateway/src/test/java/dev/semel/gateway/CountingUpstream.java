// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A service whose work takes a moment, and goes on when the gateway dies. It notices when it works for one key twice at once. */
final class CountingUpstream implements AutoCloseable {

    private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(32);
    private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
    private final Set<String> overlaps = ConcurrentHashMap.newKeySet();
    private final AtomicInteger runs = new AtomicInteger();

    CountingUpstream() throws IOException {
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
            AtomicInteger here = running.computeIfAbsent(key, none -> new AtomicInteger());
            if (here.incrementAndGet() > 1) {
                overlaps.add(key);
            }
            exchange.getRequestBody().readAllBytes();
            LockSupport.parkNanos(WORK_NANOS);
            byte[] answer = ("run " + runs.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
            here.decrementAndGet();
            exchange.sendResponseHeaders(201, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    /** How often it did its work, for all keys. */
    int runs() {
        return runs.get();
    }

    /** The keys for which it worked twice at once. */
    Set<String> overlaps() {
        return overlaps;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
