// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.tracing.TracingPolicy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A running proxy. Close it before the engine that it was given, and that before the event loops. */
final class Gateway implements AutoCloseable {

    private static final int CONNECTIONS = 1024;
    private static final int WAITING = 10_000;

    private final Vertx vertx;
    private final String deployment;
    private final InetSocketAddress address;
    private final Duration silence;
    private final List<EventLoop> running;
    private final HealthChecks checks;

    private Gateway(
            Vertx vertx,
            String deployment,
            InetSocketAddress address,
            Duration silence,
            List<EventLoop> running,
            Health health) {
        this.vertx = vertx;
        this.deployment = deployment;
        this.address = address;
        this.silence = silence;
        this.running = List.copyOf(running);
        this.checks = new HealthChecks(vertx, vertx.createHttpClient(Pools.reading()), health);
    }

    /** Listens, on a free port where 0 is given. */
    static Gateway open(
            InetSocketAddress address, Optional<Tls> tls, Limits limits, Supplier<Plan> plans, Loops loops) {
        Vertx vertx = loops.vertx();
        InetSocketAddress bound = new InetSocketAddress(address.getAddress(), port(address));
        List<EventLoop> running = new CopyOnWriteArrayList<>();
        Health health = loops.health();
        Duration silence = limits.silence(plans.get().routes().longestAnswer());
        HttpServerOptions listener = secured(listener(bound, limits, silence), tls);
        Doors doors = new Doors(limits, loops.newcomers(), () -> plans.get().dialect());
        String deployment = listening(
                bound,
                vertx.deployVerticle(
                        () -> {
                            EventLoop loop = new EventLoop(listener, pool(Loops.count()), plans, health, doors);
                            running.add(loop);
                            return loop;
                        },
                        new DeploymentOptions().setInstances(Loops.count())));
        return new Gateway(vertx, deployment, bound, silence, running, health);
    }

    private static String listening(InetSocketAddress address, Future<String> deployment) {
        try {
            return Waits.on(deployment);
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof IOException) {
                throw new IllegalStateException(
                        "the gateway cannot listen at " + Addresses.show(address) + ": " + e.getMessage()
                                + "; choose another address (listen: or --listen)",
                        e);
            }
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
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static HttpServerOptions secured(HttpServerOptions options, Optional<Tls> tls) {
        tls.ifPresent(shown -> options.setSsl(true)
                .setUseAlpn(true)
                .setKeyCertOptions(shown.pair())
                .setEnabledSecureTransportProtocols(Tls.PROTOCOLS));
        tls.flatMap(Tls::clients)
                .ifPresent(clients -> options.setClientAuth(clients.auth()).setTrustOptions(clients.trust()));
        return options;
    }

    private static HttpServerOptions listener(InetSocketAddress address, Limits limits, Duration silence) {
        return new HttpServerOptions()
                .setHost(address.getAddress().getHostAddress())
                .setPort(address.getPort())
                .setMaxHeaderSize(limits.headerBytes())
                .setMaxInitialLineLength(limits.lineBytes())
                .setInitialSettings(streams(limits))
                .setIdleTimeout((int) silence.toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                // Upgrades are tunnelled, not spoken here; these handlers would see every message for nothing.
                .setPerMessageWebSocketCompressionSupported(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setTracingPolicy(TracingPolicy.IGNORE)
                .setTcpNoDelay(true);
    }

    /** What clients are told of HTTP/2, and held to. */
    private static Http2Settings streams(Limits limits) {
        return new Http2Settings()
                .setMaxConcurrentStreams(HttpServerOptions.DEFAULT_INITIAL_SETTINGS_MAX_CONCURRENT_STREAMS)
                .setMaxHeaderListSize(limits.headerBytes());
    }

    /** Each event loop has its share. */
    private static PoolOptions pool(int loops) {
        return new PoolOptions().setHttp1MaxSize(CONNECTIONS / loops).setMaxWaitQueueSize(WAITING / loops);
    }

    /** Connections that begin from now on see another certificate. */
    void show(Tls tls) {
        running.forEach(loop -> Waits.on(loop.show(tls)));
    }

    /** How long nothing at all may happen on a connection before it is cut. */
    Duration silence() {
        return silence;
    }

    InetSocketAddress address() {
        return address;
    }

    /** The servers of these are asked whether they are well, and no others. */
    void watch(Collection<Upstream> upstreams) {
        checks.watch(upstreams);
    }

    @Override
    public void close() {
        checks.close();
        Waits.on(vertx.undeploy(deployment));
    }
}
