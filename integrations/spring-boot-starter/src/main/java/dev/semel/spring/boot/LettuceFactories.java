// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import io.lettuce.core.RedisURI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Reads from Spring Data's connection factory which servers the application uses. The connections themselves are not shared. */
final class LettuceFactories {

    private LettuceFactories() {}

    static Optional<RedisServers> find(ConfigurableListableBeanFactory beans) {
        return Optional.ofNullable(
                        beans.getBeanProvider(LettuceConnectionFactory.class).getIfUnique())
                .map(LettuceFactories::servers);
    }

    private static RedisServers servers(LettuceConnectionFactory factory) {
        LettuceClientConfiguration client = factory.getClientConfiguration();
        RedisClusterConfiguration cluster = factory.getClusterConfiguration();
        if (cluster != null) {
            return cluster(cluster, client);
        }
        RedisSentinelConfiguration sentinel = factory.getSentinelConfiguration();
        RedisURI uri = sentinel == null ? standalone(factory.getStandaloneConfiguration()) : sentinel(sentinel);
        return new RedisServers(List.of(secured(uri, client)), false);
    }

    private static RedisServers cluster(RedisClusterConfiguration cluster, LettuceClientConfiguration client) {
        List<RedisURI> nodes = new ArrayList<>();
        for (RedisNode node : cluster.getClusterNodes()) {
            RedisURI.Builder uri = RedisURI.builder().withHost(host(node)).withPort(port(node));
            nodes.add(secured(
                    authenticated(uri, cluster.getUsername(), cluster.getPassword())
                            .build(),
                    client));
        }
        return new RedisServers(nodes, true);
    }

    private static RedisURI standalone(RedisStandaloneConfiguration server) {
        RedisURI.Builder uri = RedisURI.builder()
                .withHost(server.getHostName())
                .withPort(server.getPort())
                .withDatabase(server.getDatabase());
        return authenticated(uri, server.getUsername(), server.getPassword()).build();
    }

    private static RedisURI sentinel(RedisSentinelConfiguration sentinel) {
        RedisURI.Builder uri = RedisURI.builder()
                .withSentinelMasterId(String.valueOf(
                        sentinel.getMaster() == null
                                ? null
                                : sentinel.getMaster().getName()))
                .withDatabase(sentinel.getDatabase());
        for (RedisNode node : sentinel.getSentinels()) {
            RedisURI.Builder one = RedisURI.builder().withHost(host(node)).withPort(port(node));
            uri.withSentinel(authenticated(one, sentinel.getSentinelUsername(), sentinel.getSentinelPassword())
                    .build());
        }
        return authenticated(uri, sentinel.getUsername(), sentinel.getPassword())
                .build();
    }

    private static RedisURI.Builder authenticated(RedisURI.Builder uri, @Nullable String user, RedisPassword password) {
        if (password.isPresent()) {
            char[] secret = password.get();
            return user == null ? uri.withPassword(secret) : uri.withAuthentication(user, secret);
        }
        return uri;
    }

    /** The sentinels too: whoever may listen to them may also send us to a master of its own. */
    private static RedisURI secured(RedisURI uri, LettuceClientConfiguration client) {
        uri.getSentinels().forEach(sentinel -> secured(sentinel, client));
        uri.setSsl(client.isUseSsl());
        uri.setVerifyPeer(client.getVerifyMode());
        uri.setStartTls(client.isStartTls());
        return uri;
    }

    private static String host(RedisNode node) {
        return String.valueOf(node.getHost());
    }

    private static int port(RedisNode node) {
        Integer port = node.getPort();
        return port == null ? RedisURI.DEFAULT_REDIS_PORT : port;
    }
}
