// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

@Tag("http")
@DisplayName("R31: from Spring Data's connection factory the store takes")
class LettuceFactoriesTest {

    private static final LettuceClientConfiguration TLS =
            LettuceClientConfiguration.builder().useSsl().build();

    @Test
    @DisplayName("a server's address, database, credentials and TLS")
    void server() {
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("redis.example", 6390);
        server.setDatabase(3);
        server.setUsername("semel");
        server.setPassword("secret");

        RedisServers servers = find(new LettuceConnectionFactory(server, TLS));

        RedisURI uri = servers.nodes().get(0);
        assertThat(servers.cluster()).isFalse();
        assertThat(uri.getHost()).isEqualTo("redis.example");
        assertThat(uri.getPort()).isEqualTo(6390);
        assertThat(uri.getDatabase()).isEqualTo(3);
        assertThat(uri.isSsl()).isTrue();
        assertThat(uri.getCredentialsProvider().resolveCredentials().block().getUsername())
                .isEqualTo("semel");
        assertThat(servers.description()).isEqualTo("Redis at redis.example:6390");
    }

    @Test
    @DisplayName("the sentinels, and the name of their master")
    void sentinels() {
        RedisSentinelConfiguration sentinels = new RedisSentinelConfiguration("mymaster", Set.of());
        sentinels.sentinel("one.example", 26379);
        sentinels.sentinel("two.example", 26380);

        RedisServers servers = find(new LettuceConnectionFactory(sentinels, TLS));

        RedisURI uri = servers.nodes().get(0);
        assertThat(servers.cluster()).isFalse();
        assertThat(uri.getSentinelMasterId()).isEqualTo("mymaster");
        assertThat(uri.getSentinels())
                .extracting(RedisURI::getHost)
                .containsExactlyInAnyOrder("one.example", "two.example");
        assertThat(uri.isSsl()).isTrue();
        assertThat(uri.getSentinels()).allMatch(RedisURI::isSsl);
        assertThat(servers.description()).isEqualTo("the Redis that sentinels call mymaster");
    }

    @Test
    @DisplayName("a cluster's nodes, each with the credentials and TLS")
    void cluster() {
        RedisClusterConfiguration cluster =
                new RedisClusterConfiguration(List.of("one.example:7000", "two.example:7001"));
        cluster.setPassword("secret");

        RedisServers servers = find(new LettuceConnectionFactory(cluster, TLS));

        assertThat(servers.cluster()).isTrue();
        assertThat(servers.nodes())
                .extracting(uri -> uri.getHost() + ":" + uri.getPort())
                .containsExactlyInAnyOrder("one.example:7000", "two.example:7001");
        assertThat(servers.nodes()).allSatisfy(uri -> {
            assertThat(uri.isSsl()).isTrue();
            assertThat(uri.getCredentialsProvider().resolveCredentials().block().getPassword())
                    .isEqualTo("secret".toCharArray());
        });
    }

    @Test
    @DisplayName("the credentials from a provider, if there is one, and not those of the configuration")
    void credentialsProvider() {
        RedisSentinelConfiguration sentinels = new RedisSentinelConfiguration("mymaster", Set.of("one.example:26379"));
        sentinels.setPassword("configured");
        LettuceClientConfiguration client = LettuceClientConfiguration.builder()
                .redisCredentialsProviderFactory(new Rotating())
                .build();

        RedisURI uri =
                find(new LettuceConnectionFactory(sentinels, client)).nodes().get(0);

        assertThat(passwordOf(uri)).isEqualTo("of today");
        assertThat(uri.getSentinels())
                .singleElement()
                .extracting(LettuceFactoriesTest::passwordOf)
                .isEqualTo("of sentinels");
    }

    private static String passwordOf(RedisURI uri) {
        return String.valueOf(
                uri.getCredentialsProvider().resolveCredentials().block().getPassword());
    }

    static Stream<RedisConfiguration> otherKinds() {
        RedisStaticMasterReplicaConfiguration replicas = new RedisStaticMasterReplicaConfiguration("one.example");
        replicas.addNode("two.example", 6380);
        return Stream.of(replicas, new RedisSocketConfiguration("/run/redis.sock"));
    }

    @ParameterizedTest
    @MethodSource("otherKinds")
    @DisplayName(
            "neither a socket nor replicas that are named one by one: it would be Redis' usual address on this machine")
    void others(RedisConfiguration configured) {
        LettuceConnectionFactory factory = new LettuceConnectionFactory(configured, TLS);

        assertThatThrownBy(() -> find(factory))
                .isInstanceOfSatisfying(
                        SetupException.class,
                        refused -> assertThat(refused.action()).contains("semel.redis.uri"));
    }

    /** Credentials that change. */
    private static final class Rotating implements RedisCredentialsProviderFactory {

        @Override
        public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configured) {
            return new StaticCredentialsProvider("semel", "of today".toCharArray());
        }

        @Override
        public RedisCredentialsProvider createSentinelCredentialsProvider(RedisSentinelConfiguration configured) {
            return new StaticCredentialsProvider("semel", "of sentinels".toCharArray());
        }
    }

    private static RedisServers find(LettuceConnectionFactory factory) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("factory", factory);
        return LettuceFactories.find(beans).orElseThrow();
    }
}
