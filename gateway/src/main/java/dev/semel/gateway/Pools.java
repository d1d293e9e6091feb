// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The connections to upstreams, with those together that are kept equally long. One for each event loop, and used there. */
final class Pools {

    /** How often it looks for connections that have been kept long enough. */
    private static final Duration ROUND = Duration.ofMillis(250);

    private final Vertx vertx;
    private final PoolOptions options;
    private final Map<Duration, HttpClient> clients = new HashMap<>();

    Pools(Vertx vertx, PoolOptions options) {
        this.vertx = vertx;
        this.options = new PoolOptions(options).setCleanerPeriod((int) ROUND.toMillis());
    }

    /** With connections that are kept so long without a request; each has one only, where that is no time at all. */
    HttpClient keeping(Duration keepAlive) {
        return clients.computeIfAbsent(keepAlive, this::open);
    }

    private HttpClient open(Duration keepAlive) {
        HttpClientOptions connections = new HttpClientOptions().setDecompressionSupported(false);
        if (keepAlive.isZero()) {
            connections.setKeepAlive(false);
        } else {
            connections.setKeepAliveTimeout((int) keepAlive.toSeconds());
        }
        return vertx.httpClientBuilder()
                .with(connections)
                .with(options)
                .withConnectHandler(connection -> {
                    Interim.forgottenOn(connection);
                    Hop.readOn(connection, keepAlive);
                })
                .build();
    }
}
