// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.semel.http.Header;
import dev.semel.http.Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind a proxy under test: a plain server that knows nothing of idempotency and lets the stage play. What a
 * route throws becomes a 500, as with any server. The proxy must hand on the client's own key: the kit counts runs by it.
 */
public final class StageUpstream implements AutoCloseable {

    private static final int THREADS = 64;
    private static final int BACKLOG = 100;
    private static final int FAILED = 500;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    /** Listens on a free port of the loopback interface. */
    public StageUpstream(HttpStage stage) throws IOException {
        // Else every answer waits 40 ms for the acknowledgement of the one before.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.createContext("/", exchange -> answer(stage, exchange));
        server.setExecutor(threads);
        server.start();
    }

    /** Where it listens. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static void answer(HttpStage stage, HttpExchange exchange) throws IOException {
        Wire wire = new Wire(exchange);
        try {
            stage.play(JdkRequests.of(exchange, exchange.getRequestBody()), wire);
            // A server that leaves a part unread cuts the connection, and its own answer with it.
            exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
            wire.end();
        } catch (RuntimeException | AssertionError e) {
            wire.fail();
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** An answer that is gathered until somebody asks to send it. */
    private static final class Wire implements HttpStage.Sink {

        private final HttpExchange exchange;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int status = 200;
        private Headers headers = Headers.NONE;
        private @Nullable OutputStream begun;

        Wire(HttpExchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void head(int newStatus, Headers newHeaders) {
            status = newStatus;
            headers = newHeaders;
        }

        @Override
        public void write(byte[] more) {
            bytes.writeBytes(more);
        }

        @Override
        public void flush() throws IOException {
            OutputStream out = begun == null ? begin(0) : begun;
            bytes.writeTo(out);
            bytes.reset();
            out.flush();
        }

        void end() throws IOException {
            if (begun != null) {
                flush();
                begun.close();
            } else if (bytes.size() == 0) {
                begin(-1);
            } else {
                bytes.writeTo(begin(bytes.size()));
            }
        }

        void fail() throws IOException {
            if (begun != null) {
                // Not closed, or what has left would look whole: the server cuts the connection.
                throw new IOException("the route failed when its answer had begun to leave");
            }
            status = FAILED;
            headers = Headers.NONE;
            begin(-1);
        }

        /** The server takes 0 for chunks and -1 for nothing. */
        private OutputStream begin(long size) throws IOException {
            for (Header header : headers) {
                exchange.getResponseHeaders().add(header.name(), header.value());
            }
            exchange.sendResponseHeaders(status, size);
            OutputStream out = exchange.getResponseBody();
            begun = out;
            return out;
        }
    }
}
