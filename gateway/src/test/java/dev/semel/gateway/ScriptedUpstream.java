// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A service behind the gateway that does what a test says, and remembers what it was asked. */
final class ScriptedUpstream implements AutoCloseable {

    /** More than the gateway takes of a request. */
    private static final int HEAD = 64 << 10;

    private final Vertx vertx = Vertx.vertx();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private volatile Consumer<HttpServerRequest> script =
            request -> request.response().end("done");

    /**
     * A request that arrived.
     *
     * @param headers its headers; of several lines the first
     * @param body its body
     */
    record Asked(Map<String, String> headers, String body) {}

    ScriptedUpstream() {
        server = Waits.on(vertx.createHttpServer(
                        new HttpServerOptions().setHost("127.0.0.1").setPort(0).setMaxHeaderSize(HEAD))
                .requestHandler(this::handle)
                .listen());
    }

    private void handle(HttpServerRequest request) {
        request.body().onSuccess(body -> {
            Map<String, String> headers = new java.util.TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            request.headers().forEach(line -> headers.putIfAbsent(line.getKey(), line.getValue()));
            asked.add(new Asked(headers, body.toString()));
            script.accept(request);
        });
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.actualPort());
    }

    /** What it does from now on, once a request has arrived whole. */
    void does(Consumer<HttpServerRequest> what) {
        script = what;
    }

    List<Asked> asked() {
        return asked;
    }

    @Override
    public void close() {
        Waits.on(vertx.close());
    }
}
