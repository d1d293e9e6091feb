// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The way of claims, answers and looks when replicas are waited for: apart from the connection of renewals, which are
 * never held up by a {@code WAIT}. Replays take it, too: an answer that only its master has could still vanish.
 */
final class CarefulRoad implements Road {

    private static final int MOST_HOPS = 5;

    private final Deployment servers;
    private final Sender sender;
    private final int replicas;
    private final Duration patience;
    private final int most;
    private final AtomicInteger underWay = new AtomicInteger();
    private final Map<StatefulRedisConnection<byte[], byte[]>, Convoy> convoys = new ConcurrentHashMap<>();

    CarefulRoad(Deployment servers, Sender sender, RedisSettings settings) {
        this.servers = servers;
        this.sender = sender;
        this.replicas = settings.replicas();
        this.patience = settings.callLimit().dividedBy(2);
        this.most = settings.inFlight();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // Whoever asked is told.
    public <T> void send(Request<T> request, Listener<T> listener) {
        if (underWay.incrementAndGet() > most) {
            underWay.decrementAndGet();
            listener.told(null, Sender.tooMany(most));
            return;
        }
        // A step of its own: what is thrown on the way must not keep its place for ever.
        CompletionStage<StatefulRedisConnection<byte[], byte[]>> way =
                CompletableFuture.completedFuture(request.key()).thenCompose(servers::apart);
        travel(way, false, request, MOST_HOPS).whenComplete((answer, failure) -> {
            underWay.decrementAndGet();
            listener.told(answer, failure);
        });
    }

    /** Follows a cluster's redirects: the node that sends one has done nothing. */
    private <T> CompletableFuture<T> travel(
            CompletionStage<StatefulRedisConnection<byte[], byte[]>> way,
            boolean asking,
            Request<T> request,
            int hops) {
        return way.thenCompose(connection -> convoyOf(connection).join(request, asking))
                .toCompletableFuture()
                .exceptionallyCompose(failure -> {
                    if (Failures.isElsewhere(failure)) {
                        servers.lookAgain();
                    }
                    Redirect there = Redirect.of(failure);
                    return there == null || hops == 0
                            ? CompletableFuture.failedFuture(failure)
                            : travel(servers.apart(there), there.asking(), request, hops - 1);
                });
    }

    private Convoy convoyOf(StatefulRedisConnection<byte[], byte[]> connection) {
        Convoy known = convoys.get(connection);
        if (known != null) {
            return known;
        }
        convoys.keySet().removeIf(old -> !old.isOpen());
        return convoys.computeIfAbsent(connection, some -> new Convoy(some, sender, replicas, patience, servers));
    }
}
