// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.semel.memory.MemoryStore;
import dev.semel.spi.IdempotencyStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;

/** The JDK's own server with an adapter, over the in-memory store. */
final class JdkHarness implements HttpHarness {

    static {
        // Else every answer waits 40 ms for the acknowledgement of the one before.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpBench bench = HttpBench.over(MemoryStore.create());
    private final ExecutorService threads = Executors.newFixedThreadPool(64);
    private final HttpServer server;

    JdkHarness(HttpStage stage, BiFunction<HttpBench, HttpStage, HttpHandler> adapter) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", adapter.apply(bench, stage));
        server.setExecutor(threads);
        server.start();
    }

    @Override
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public IdempotencyStore store() {
        return bench.store();
    }

    @Override
    public void outage(Outage outage) {
        bench.outage(outage);
    }

    @Override
    public boolean savesWhatThrows() {
        return false;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        bench.close();
    }
}
