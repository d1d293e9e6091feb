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

    /**
     * How large the head of an answer may be, and its first line. Larger than services make it: one that cannot be read leaves its
     * request in doubt, and each retry would meet the same head again.
     */
    static final int ANSWER_HEAD = 64 << 10;

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

    /** Takes answers as they are, of whatever head services make. */
    static HttpClientOptions reading() {
        return new HttpClientOptions()
                .setDecompressionSupported(false)
                .setMaxHeaderSize(ANSWER_HEAD)
                .setMaxInitialLineLength(ANSWER_HEAD);
    }

    private HttpClient open(Duration keepAlive) {
        HttpClientOptions connections = reading();
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
