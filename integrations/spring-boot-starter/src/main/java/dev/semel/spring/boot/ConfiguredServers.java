// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;
import org.springframework.util.ReflectionUtils;

/** Reads from Spring Data's connection factory which servers it connects to, and how. */
final class ConfiguredServers {

    private final LettuceClientConfiguration client;
    private final Optional<RedisCredentialsProviderFactory> credentials;

    private ConfiguredServers(LettuceClientConfiguration client) {
        this.client = client;
        this.credentials = client.getRedisCredentialsProviderFactory();
    }

    static RedisServers of(LettuceConnectionFactory factory) {
        refuseOthers(factory);
        return new ConfiguredServers(factory.getClientConfiguration()).read(factory);
    }

    /** For what is neither a server, sentinels nor a cluster, the factory gives Redis' usual address on this very machine. */
    private static void refuseOthers(LettuceConnectionFactory factory) {
        RedisConfiguration configured = configured(factory);
        boolean socket = factory.getSocketConfiguration() != null;
        if (socket || RedisConfiguration.isStaticMasterReplicaConfiguration(configured)) {
            throw new SetupException(
                    "The application's Redis is "
                            + (socket ? "a socket of this machine" : "a master with replicas that are named one by one")
                            + ", which the store for idempotency records cannot connect to.",
                    "Set semel.redis.uri to the server that may be written to: redis://host:6379, or the sentinels that know"
                            + " it. Or choose another store with semel.store.");
        }
    }

    /** By its type: the factory tells of each kind but that of named replicas. */
    private static @Nullable RedisConfiguration configured(LettuceConnectionFactory factory) {
        Field field = ReflectionUtils.findField(LettuceConnectionFactory.class, null, RedisConfiguration.class);
        if (field == null) {
            return null;
        }
        ReflectionUtils.makeAccessible(field);
        return (RedisConfiguration) ReflectionUtils.getField(field, factory);
    }

    private RedisServers read(LettuceConnectionFactory factory) {
        RedisClusterConfiguration cluster = factory.getClusterConfiguration();
        if (cluster != null) {
            return cluster(cluster);
        }
        RedisSentinelConfiguration sentinel = factory.getSentinelConfiguration();
        RedisURI uri = sentinel == null ? standalone(factory.getStandaloneConfiguration()) : sentinel(sentinel);
        return new RedisServers(List.of(secured(uri)), false);
    }

    private RedisServers cluster(RedisClusterConfiguration cluster) {
        List<RedisURI> nodes = new ArrayList<>();
        for (RedisNode node : cluster.getClusterNodes()) {
            RedisURI uri = uri(node);
            authenticate(uri, cluster, cluster.getUsername(), cluster.getPassword());
            nodes.add(secured(uri));
        }
        return new RedisServers(nodes, true);
    }

    private RedisURI standalone(RedisStandaloneConfiguration server) {
        RedisURI uri = RedisURI.builder()
                .withHost(server.getHostName())
                .withPort(server.getPort())
                .withDatabase(server.getDatabase())
                .build();
        authenticate(uri, server, server.getUsername(), server.getPassword());
        return uri;
    }

    private RedisURI sentinel(RedisSentinelConfiguration sentinel) {
        RedisURI.Builder builder = RedisURI.builder()
                .withSentinelMasterId(String.valueOf(
                        sentinel.getMaster() == null
                                ? null
                                : sentinel.getMaster().getName()))
                .withDatabase(sentinel.getDatabase());
        for (RedisNode node : sentinel.getSentinels()) {
            RedisURI one = uri(node);
            credentials.ifPresentOrElse(
                    provider -> one.setCredentialsProvider(provider.createSentinelCredentialsProvider(sentinel)),
                    () -> authenticate(one, sentinel.getSentinelUsername(), sentinel.getSentinelPassword()));
            builder.withSentinel(one);
        }
        RedisURI uri = builder.build();
        authenticate(uri, sentinel, sentinel.getUsername(), sentinel.getPassword());
        return uri;
    }

    /** Credentials that change have a provider, which counts instead of what is configured, as in Spring Data. */
    private void authenticate(
            RedisURI uri, RedisConfiguration configured, @Nullable String user, RedisPassword password) {
        credentials.ifPresentOrElse(
                provider -> uri.setCredentialsProvider(provider.createCredentialsProvider(configured)),
                () -> authenticate(uri, user, password));
    }

    private static void authenticate(RedisURI uri, @Nullable String user, RedisPassword password) {
        if (password.isPresent()) {
            uri.setCredentialsProvider(new StaticCredentialsProvider(user, password.get()));
        }
    }

    /** The sentinels too: whoever may listen to them may also send us to a master of its own. */
    private RedisURI secured(RedisURI uri) {
        uri.getSentinels().forEach(this::secured);
        uri.setSsl(client.isUseSsl());
        uri.setVerifyPeer(client.getVerifyMode());
        uri.setStartTls(client.isStartTls());
        return uri;
    }

    private static RedisURI uri(RedisNode node) {
        Integer port = node.getPort();
        return RedisURI.create(String.valueOf(node.getHost()), port == null ? RedisURI.DEFAULT_REDIS_PORT : port);
    }
}
