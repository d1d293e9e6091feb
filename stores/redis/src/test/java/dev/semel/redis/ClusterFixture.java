// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.IdempotencyStore;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;

/** Two stores on a cluster of their own. */
final class ClusterFixture implements RedisHarness.Fixture, AutoCloseable {

    private final ClusterServers servers = new ClusterServers();
    private final RedisStore store = open();
    private final RedisStore another = open();

    private RedisStore open() {
        return RedisStore.cluster(servers.uris())
                .prefix(prefix())
                .callLimit(Duration.ofSeconds(30))
                .build();
    }

    @Override
    public String prefix() {
        return "semel:";
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
        return servers.masters();
    }

    @Override
    public void close() {
        store.close();
        another.close();
        servers.close();
    }
}
