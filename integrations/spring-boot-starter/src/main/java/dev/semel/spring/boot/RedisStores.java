// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.redis.RedisStore;
import dev.semel.redis.RedisStoreBuilder;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.StoreUnavailableException;
import io.lettuce.core.RedisURI;
import java.util.List;

/** Opens stores on Redis. */
final class RedisStores {

    private RedisStores() {}

    static StoreSource at(String uri, RedisProperties properties) {
        try {
            return at(new RedisServers(List.of(RedisURI.create(uri)), false), properties);
        } catch (IllegalArgumentException e) {
            throw new SetupException(
                    "semel.redis.uri is no address of Redis.",
                    "Write redis://host:6379, rediss://user:password@host, or redis-sentinel://host1,host2#mymaster.",
                    e);
        }
    }

    static StoreSource at(RedisServers servers, RedisProperties properties) {
        return new StoreSource(StoreKind.REDIS, servers.description(), () -> open(servers, properties));
    }

    private static IdempotencyStore open(RedisServers servers, RedisProperties properties) {
        RedisStoreBuilder builder = servers.cluster()
                ? RedisStore.cluster(servers.nodes())
                : RedisStore.at(servers.nodes().get(0));
        try {
            return builder.prefix(properties.prefix())
                    .inFlight(properties.inFlight())
                    .callLimit(properties.callLimit())
                    .replicas(properties.replicas())
                    .build();
        } catch (IllegalArgumentException e) {
            SetupException server = new SetupException(
                    "The store for idempotency records cannot be opened on " + servers.description() + ": "
                            + e.getMessage(),
                    "Change the server, or name another one in semel.redis.uri.",
                    e);
            throw Setup.ofStore("semel.redis.", RedisProperties.class, e, server);
        } catch (StoreUnavailableException e) {
            throw new SetupException(
                    "There is no answer from " + servers.description() + ": " + e.getMessage(),
                    "Start Redis, or correct spring.data.redis or semel.redis.uri.",
                    e);
        }
    }
}
