// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Hears from the sentinels that another server is master. The old one may live on, and takes writes for some eight seconds until
 * they make it a replica: it would grant what the new one grants, too, and all of that would be lost.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Who is not heard now is tried again.
final class Sentinels extends RedisPubSubAdapter<byte[], byte[]> {

    private static final byte[] SWITCHED = "+switch-master".getBytes(StandardCharsets.US_ASCII);
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(5);

    /** Name, old address and port, new address and port. */
    private static final int WORDS = 5;

    private final RedisClient client;
    private final String name;
    private final ScheduledExecutorService timer;
    private final Netty netty;

    Sentinels(RedisClient client, String name, ScheduledExecutorService timer, Netty netty) {
        this.client = client;
        this.name = name;
        this.timer = timer;
        this.netty = netty;
    }

    /** Begins to hear one of them, as soon as it is there. The driver subscribes again by itself after a reconnect. */
    void hear(RedisURI sentinel) {
        client.connectPubSubAsync(ByteArrayCodec.INSTANCE, sentinel).whenComplete((connection, failure) -> {
            if (failure == null) {
                hear(connection);
            } else if (!timer.isShutdown()) {
                timer.schedule(() -> hear(sentinel), BETWEEN_TRIES.toMillis(), TimeUnit.MILLISECONDS);
            }
        });
    }

    private void hear(StatefulRedisPubSubConnection<byte[], byte[]> connection) {
        connection.addListener(this);
        connection.async().subscribe(SWITCHED);
    }

    @Override
    public void message(byte[] channel, byte[] message) {
        String[] words = new String(message, StandardCharsets.UTF_8).split(" ", -1);
        if (words.length == WORDS && words[0].equals(name)) {
            netty.leave(words[1], words[2]);
        }
    }
}
