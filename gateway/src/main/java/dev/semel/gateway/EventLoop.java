// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.PoolOptions;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One event loop's part of the gateway: it accepts connections, and has connections to the upstreams of its own. */
final class EventLoop extends VerticleBase {

    private static final int DRAIN_SECONDS = 60;

    private final HttpServerOptions listener;
    private final PoolOptions pool;
    private final Supplier<Plan> plans;
    private final Health health;
    private final Doors doors;
    private final Underway underway = new Underway();
    private @Nullable HttpServer server;

    EventLoop(HttpServerOptions listener, PoolOptions pool, Supplier<Plan> plans, Health health, Doors doors) {
        this.listener = listener;
        this.pool = pool;
        this.plans = plans;
        this.health = health;
        this.doors = doors;
    }

    @Override
    public Future<HttpServer> start() {
        Calls calls = new Calls(
                vertx, new Pools(vertx, pool), health, () -> plans.get().routes());
        Doorkeeper door = doors.keeper(new Proxy(plans, calls, underway, context));
        vertx.setPeriodic(Doorkeeper.ROUND.toMillis(), round -> door.lookAround(System.nanoTime()));
        HttpServer created = vertx.createHttpServer(listener)
                .connectionHandler(door::enters)
                .requestHandler(door)
                .invalidRequestHandler(door::cannotRead);
        server = created;
        return created.listen();
    }

    /** Connections that begin from now on see another certificate. */
    Future<?> show(Tls tls) {
        return server == null ? Future.succeededFuture() : server.updateSSLOptions(tls.options(), true);
    }

    /**
     * Accepts nothing more, and lets what is under way finish: also what runs for a client that has gone, which the server knows
     * nothing of (R18). The connections to upstreams end after it.
     */
    @Override
    public Future<?> stop() {
        if (server == null) {
            return Future.succeededFuture();
        }
        Future<Void> answered = server.shutdown(DRAIN_SECONDS, TimeUnit.SECONDS);
        Future<Void> run =
                underway.none().timeout(DRAIN_SECONDS, TimeUnit.SECONDS).otherwiseEmpty();
        return Future.join(answered, run);
    }
}
