// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetSocketAddress;

/**
 * The listener for operators. It has an event loop of its own, so that it answers while the others are busy and while the gateway
 * drains, and it shares nothing with the listener for clients.
 */
final class AdminListener implements AutoCloseable {

    private static final int IDLE_SECONDS = 75;
    private static final int WORKERS = 2;

    private final Vertx vertx;
    private final InetSocketAddress address;

    private AdminListener(Vertx vertx, InetSocketAddress address) {
        this.vertx = vertx;
        this.address = address;
    }

    /** Listens, on a free port where 0 is given. */
    static AdminListener open(InetSocketAddress address, Handler<HttpServerRequest> pages) {
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(WORKERS)
                .setInternalBlockingPoolSize(WORKERS));
        try {
            HttpServer server = Waits.on(vertx.createHttpServer(new HttpServerOptions()
                            .setHost(address.getAddress().getHostAddress())
                            .setPort(address.getPort())
                            .setIdleTimeout(IDLE_SECONDS))
                    .requestHandler(pages)
                    .listen());
            return new AdminListener(vertx, new InetSocketAddress(address.getAddress(), server.actualPort()));
        } catch (RuntimeException e) {
            Waits.on(vertx.close());
            throw e;
        }
    }

    InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        Waits.on(vertx.close());
    }
}
