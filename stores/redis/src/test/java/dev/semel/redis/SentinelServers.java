// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.servers.Ports;
import dev.semel.servers.RedisProcess;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** A master with two replicas, and three sentinels that watch over them. */
final class SentinelServers implements AutoCloseable {

    private static final int REPLICAS = 2;

    private final RedisProcess master;
    private final List<RedisProcess> replicas = new ArrayList<>();
    private final List<RedisProcess> sentinels = new ArrayList<>();
    private final RedisClient client = RedisClient.create();

    /** Servers that are to stay what they are: a pause of a busy machine must not make another one master. */
    SentinelServers() {
        this(Duration.ofMinutes(1));
    }

    /** The sentinels make another server master when this one has been silent for so long. */
    SentinelServers(Duration downAfter) {
        this(downAfter, RedisProcess.start("--repl-diskless-sync-delay", "0"));
    }

    /** Servers whose master never becomes a replica, whatever the sentinels tell it: it goes on as if it were the master. */
    static SentinelServers withStubbornMaster() {
        RedisProcess stubborn = RedisProcess.start(
                "--repl-diskless-sync-delay",
                "0",
                "--rename-command",
                "REPLICAOF",
                "stubborn-replicaof",
                "--rename-command",
                "SLAVEOF",
                "stubborn-slaveof");
        return new SentinelServers(Duration.ofMinutes(1), stubborn);
    }

    private SentinelServers(Duration downAfter, RedisProcess master) {
        this.master = master;
        for (int i = 0; i < REPLICAS; i++) {
            replicas.add(
                    RedisProcess.start("--replicaof", "127.0.0.1 " + master.port(), "--repl-diskless-sync-delay", "0"));
        }
        Eventually.holds(
                "the replicas follow",
                () -> info(master, "replication")
                                .lines()
                                .filter(line -> line.contains("state=online"))
                                .count()
                        == REPLICAS);
        for (int i = 0; i < 3; i++) {
            sentinels.add(sentinel(downAfter));
        }
        Eventually.holds(
                "the sentinels know each other and the replicas",
                () -> sentinels.stream()
                        .allMatch(sentinel -> info(sentinel, "sentinel").contains("slaves=2,sentinels=3")));
    }

    private RedisProcess sentinel(Duration downAfter) {
        int port = Ports.free();
        try {
            // A sentinel writes what it learns into its own file.
            Path config = Files.createTempFile("semel-sentinel", ".conf");
            Files.writeString(config, """
                    port %d
                    sentinel monitor main 127.0.0.1 %d 2
                    sentinel down-after-milliseconds main %d
                    sentinel failover-timeout main 6000
                    """.formatted(port, master.port(), downAfter.toMillis()));
            config.toFile().deleteOnExit();
            return RedisProcess.launch(port, List.of(config.toString(), "--sentinel"));
        } catch (IOException e) {
            throw new UncheckedIOException("a sentinel cannot be started", e);
        }
    }

    private String info(RedisProcess process, String section) {
        try (StatefulRedisConnection<String, String> connection = client.connect(RedisURI.create(process.uri()))) {
            return connection.sync().info(section);
        }
    }

    String uri() {
        return sentinels.stream()
                .map(sentinel -> "127.0.0.1:" + sentinel.port())
                .collect(Collectors.joining(",", "redis-sentinel://", "#main"));
    }

    /** As an operator does who wants another master: gives the address of the new one. */
    String failOver() {
        RedisURI sentinel = RedisURI.create(sentinels.get(0).uri());
        try (StatefulRedisSentinelConnection<String, String> connection = client.connectSentinel(sentinel)) {
            Eventually.holds(
                    "the sentinels begin", () -> "OK".equals(connection.sync().failover("main")));
            AtomicReference<InetSocketAddress> now = new AtomicReference<>();
            Eventually.holds("another server is master", () -> {
                now.set((InetSocketAddress) connection.sync().getMasterAddrByName("main"));
                return now.get().getPort() != master.port();
            });
            return "redis://127.0.0.1:" + now.get().getPort();
        }
    }

    RedisProcess master() {
        return master;
    }

    List<RedisProcess> replicas() {
        return replicas;
    }

    @Override
    public void close() {
        sentinels.forEach(RedisProcess::close);
        replicas.forEach(RedisProcess::close);
        master.close();
        client.shutdown();
    }
}
