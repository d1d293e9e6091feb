// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.netty.channel.EventLoopGroup;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxInternal;
import java.util.Optional;

/**
 * The event loops, one for each processor: clients, upstreams and, where it can, the store have their connections on them, so
 * that a request stays on one thread. Close them when nobody uses them any more.
 */
final class Loops implements AutoCloseable {

    private final Vertx vertx;
    private final Newcomers newcomers;
    private final Health health = new Health();

    private Loops(Vertx vertx, Newcomers newcomers) {
        this.vertx = vertx;
        this.newcomers = newcomers;
    }

    static Loops start(Limits limits, Optional<Tls> tls, GatewayMeters meters) {
        Newcomers newcomers = new Newcomers(limits.headerTimeout(), tls.isPresent());
        Vertx vertx = Vertx.builder()
                .with(new VertxOptions().setEventLoopPoolSize(count()))
                .withTransport(new WatchfulTransport(newcomers))
                .withMetrics(meters)
                .build();
        return new Loops(vertx, newcomers);
    }

    static int count() {
        return Runtime.getRuntime().availableProcessors();
    }

    Vertx vertx() {
        return vertx;
    }

    Newcomers newcomers() {
        return newcomers;
    }

    /** What they know of the servers behind them. */
    Health health() {
        return health;
    }

    EventLoopGroup group() {
        return ((VertxInternal) vertx).nettyEventLoopGroup();
    }

    @Override
    public void close() {
        Waits.on(vertx.close());
    }
}
