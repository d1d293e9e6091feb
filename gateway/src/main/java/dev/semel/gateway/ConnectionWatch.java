// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.metrics.TransportMetrics;
import java.util.concurrent.atomic.LongAdder;

/** Counts open connections. Safe for use by several threads. */
final class ConnectionWatch implements TransportMetrics<Boolean> {

    private final LongAdder connections;

    ConnectionWatch(LongAdder connections) {
        this.connections = connections;
    }

    @Override
    public Boolean connected(SocketAddress client, String name) {
        connections.increment();
        return true;
    }

    @Override
    public void disconnected(Boolean connection, SocketAddress client) {
        connections.decrement();
    }
}
