// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.PoolOptions;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A running proxy. Close it before the engine that it was given. */
final class Gateway implements AutoCloseable {

    private static final int CONNECTIONS = 1024;
    private static final int WAITING = 10_000;
    private static final int IDLE_SECONDS = 75;
    private static final int LARGEST_HEAD = 32 << 10;

    private final Vertx vertx;
    private final InetSocketAddress address;
    private final List<EventLoop> running;

    private Gateway(Vertx vertx, InetSocketAddress address, List<EventLoop> running) {
        this.vertx = vertx;
        this.address = address;
        this.running = List.copyOf(running);
    }

    /** Listens, on a free port where 0 is given. */
    static Gateway open(InetSocketAddress address, Optional<Tls> tls, Supplier<Plan> plans, GatewayMeters meters) {
        Vertx vertx = Vertx.builder().withMetrics(meters).build();
        try {
            InetSocketAddress bound = new InetSocketAddress(address.getAddress(), port(address));
            List<EventLoop> running = new CopyOnWriteArrayList<>();
            int loops = Runtime.getRuntime().availableProcessors();
            Waits.on(vertx.deployVerticle(
                    () -> {
                        EventLoop loop = new EventLoop(listener(bound, tls), pool(loops), plans);
                        running.add(loop);
                        return loop;
                    },
                    new DeploymentOptions().setInstances(loops)));
            return new Gateway(vertx, bound, running);
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

    private static HttpServerOptions listener(InetSocketAddress address, Optional<Tls> tls) {
        HttpServerOptions options = listener(address);
        tls.ifPresent(shown -> options.setSsl(true)
                .setUseAlpn(true)
                .setKeyCertOptions(shown.pair())
                .setEnabledSecureTransportProtocols(Tls.PROTOCOLS));
        return options;
    }

    private static HttpServerOptions listener(InetSocketAddress address) {
        return new HttpServerOptions()
                .setHost(address.getAddress().getHostAddress())
                .setPort(address.getPort())
                .setHandle100ContinueAutomatically(true)
                .setMaxHeaderSize(LARGEST_HEAD)
                .setIdleTimeout(IDLE_SECONDS)
                .setTcpNoDelay(true);
    }

    /** Each event loop has its share. */
    private static PoolOptions pool(int loops) {
        return new PoolOptions().setHttp1MaxSize(CONNECTIONS / loops).setMaxWaitQueueSize(WAITING / loops);
    }

    /** Connections that begin from now on see another certificate. */
    void show(Tls tls) {
        running.forEach(loop -> Waits.on(loop.show(tls)));
    }

    InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        Waits.on(vertx.close());
    }
}
