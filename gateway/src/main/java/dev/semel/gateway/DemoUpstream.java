// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A small payments API to try the gateway with. It knows nothing of idempotency: each {@code POST /v1/charges} is a charge, and
 * {@code GET /v1/charges} says how many there were. The header {@code Demo-Fault} makes it {@code slow} (five seconds), {@code
 * fail} (500, nothing charged) or {@code drop} (charged, and then the connection is cut).
 */
final class DemoUpstream implements AutoCloseable {

    private static final int SLOW_MILLIS = 5_000;

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger charges = new AtomicInteger();
    private final HttpServer server;

    DemoUpstream() {
        server = Waits.on(vertx.createHttpServer(
                        new HttpServerOptions().setHost("127.0.0.1").setPort(0))
                .requestHandler(this::handle)
                .listen());
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.actualPort());
    }

    private void handle(HttpServerRequest request) {
        if (!"/v1/charges".equals(request.path())) {
            answer(request, 404, "{\"error\":\"there is only /v1/charges here\"}");
        } else if (HttpMethod.POST.equals(request.method())) {
            request.body().onSuccess(body -> charge(request));
        } else {
            answer(request, 200, "{\"charges\":" + charges.get() + "}");
        }
    }

    private void charge(HttpServerRequest request) {
        String fault = request.getHeader("Demo-Fault");
        if ("fail".equals(fault)) {
            answer(request, 500, "{\"error\":\"nothing was charged\"}");
            return;
        }
        int number = charges.incrementAndGet();
        String charge = "{\"id\":\"ch_" + number + "\",\"charges\":" + number + "}";
        if ("drop".equals(fault)) {
            request.connection().close();
        } else if ("slow".equals(fault)) {
            vertx.setTimer(SLOW_MILLIS, over -> answer(request, 201, charge));
        } else {
            answer(request, 201, charge);
        }
    }

    private static void answer(HttpServerRequest request, int status, String json) {
        if (!request.response().closed()) {
            request.response()
                    .setStatusCode(status)
                    .putHeader("Content-Type", "application/json")
                    .end(json + "\n");
        }
    }

    @Override
    public void close() {
        Waits.on(vertx.close());
    }
}
