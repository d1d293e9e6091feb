// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.http.Dialect;
import dev.semel.http.HttpIdempotency;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.PoolOptions;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** A running proxy. Close it before the engine that it was given. */
final class Gateway implements AutoCloseable {

    private static final int CONNECTIONS = 1024;
    private static final int WAITING = 10_000;

    private final Vertx vertx;
    private final InetSocketAddress address;

    private Gateway(Vertx vertx, InetSocketAddress address) {
        this.vertx = vertx;
        this.address = address;
    }

    /** Listens, on a free port where 0 is given. */
    static Gateway open(
            InetSocketAddress address, HttpIdempotency http, RouteTable routes, Dialect dialect, Limits limits) {
        Vertx vertx = Vertx.vertx();
        try {
            InetSocketAddress bound = new InetSocketAddress(address.getAddress(), port(address));
            int loops = Runtime.getRuntime().availableProcessors();
            HttpServerOptions listener = listener(bound, limits, routes);
            Doors doors = new Doors(limits, dialect);
            Waits.on(vertx.deployVerticle(
                    () -> new EventLoop(listener, pool(loops), http, routes, dialect, doors),
                    new DeploymentOptions().setInstances(loops)));
            return new Gateway(vertx, bound);
        } catch (RuntimeException e) {
            Waits.on(vertx.close());
            throw e;
        }
    }

    /** Event loops that share a port must name it. */
    private static int port(InetSocketAddress address) {
        if (address.getPort() != 0) {
            return address.getPort();
        }
        try (java.net.ServerSocket free = new java.net.ServerSocket(0, 1, address.getAddress())) {
            return free.getLocalPort();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static HttpServerOptions listener(InetSocketAddress address, Limits limits, RouteTable routes) {
        return new HttpServerOptions()
                .setHost(address.getAddress().getHostAddress())
                .setPort(address.getPort())
                .setHandle100ContinueAutomatically(true)
                .setMaxHeaderSize(limits.headerBytes())
                .setMaxInitialLineLength(limits.lineBytes())
                .setIdleTimeout((int) limits.silence(routes.longestTimeout()).toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setTcpNoDelay(true);
    }

    /** Each event loop has its share. */
    private static PoolOptions pool(int loops) {
        return new PoolOptions().setHttp1MaxSize(CONNECTIONS / loops).setMaxWaitQueueSize(WAITING / loops);
    }

    InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        Waits.on(vertx.close());
    }
}
