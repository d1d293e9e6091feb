// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.IdempotencyStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Two stores on one master, under a prefix that nobody else uses. */
final class SingleFixture implements RedisHarness.Fixture, AutoCloseable {

    private final String prefix = "test-" + UUID.randomUUID() + ":";
    private final RedisClient client;
    private final RedisStore store;
    private final RedisStore another;
    private final RedisCommands<String, String> master;

    SingleFixture(String uri) {
        this(uri, 0);
    }

    /** Stores that acknowledge nothing before so many replicas have it. */
    SingleFixture(String uri, int replicas) {
        client = RedisClient.create(uri);
        master = client.connect().sync();
        store = open(uri, replicas);
        another = open(uri, replicas);
    }

    private RedisStore open(String uri, int replicas) {
        // Patient: a busy machine is no reason for a test to fail.
        return RedisStore.at(uri)
                .prefix(prefix)
                .callLimit(Duration.ofSeconds(30))
                .replicas(replicas)
                .build();
    }

    @Override
    public String prefix() {
        return prefix;
    }

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public IdempotencyStore another() {
        return another;
    }

    @Override
    public List<RedisCommands<String, String>> masters() {
        return List.of(master);
    }

    @Override
    public void close() {
        store.close();
        another.close();
        client.shutdown();
    }
}
