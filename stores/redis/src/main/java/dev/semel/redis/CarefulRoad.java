// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The way of claims, answers and looks when replicas are waited for: apart from the connection of renewals, which are
 * never held up by a {@code WAIT}. Replays take it, too: an answer that only its master has could still vanish.
 */
final class CarefulRoad implements Road {

    private final Deployment servers;
    private final int replicas;
    private final Duration patience;
    private final int most;
    private final AtomicInteger underWay = new AtomicInteger();
    private final Map<StatefulRedisConnection<byte[], byte[]>, Convoy> convoys = new ConcurrentHashMap<>();

    CarefulRoad(Deployment servers, RedisSettings settings) {
        this.servers = servers;
        this.replicas = settings.replicas();
        this.patience = settings.callLimit().dividedBy(2);
        this.most = settings.inFlight();
    }

    @Override
    public <T> CompletableFuture<T> send(byte[] key, Command<T> command) {
        if (underWay.incrementAndGet() > most) {
            underWay.decrementAndGet();
            return CompletableFuture.failedFuture(OpenRoad.tooMany(most));
        }
        return servers.apart(key)
                .thenCompose(connection -> convoyOf(connection).join(key, command))
                .toCompletableFuture()
                .whenComplete((value, failure) -> {
                    underWay.decrementAndGet();
                    if (failure != null && Failures.isElsewhere(failure)) {
                        servers.lookAgain();
                    }
                });
    }

    private Convoy convoyOf(StatefulRedisConnection<byte[], byte[]> connection) {
        Convoy known = convoys.get(connection);
        if (known != null) {
            return known;
        }
        convoys.keySet().removeIf(old -> !old.isOpen());
        return convoys.computeIfAbsent(connection, some -> new Convoy(some, replicas, patience));
    }
}
