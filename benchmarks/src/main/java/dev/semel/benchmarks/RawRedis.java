// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.key.KeyMaker;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The least that a claim and a completion cost through the driver, with the store's own connection settings: {@code SET NX
 * GET PX} of a flat value, then a script that compares it and sets the answer.
 */
final class RawRedis implements AutoCloseable {

    private static final KeyMaker KEYS = KeyMaker.uuidV7();
    private static final int RECORD = 75;
    private static final int ANSWER = 1024 + RECORD + 32;
    private static final String SET_IF_SAME = ("if redis.call('GET', KEYS[1]) == ARGV[1] then"
            + " redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) return 1 end return 0");
    private static final byte[] RETENTION = text("86400000");

    private final ClientResources resources;
    private final RedisClient client;
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final RedisAsyncCommands<byte[], byte[]> commands;
    private final String script;
    private final byte[] answer = new byte[ANSWER];

    RawRedis(String uri) {
        resources = DefaultClientResources.builder()
                .ioThreadPoolSize(2)
                .computationThreadPoolSize(2)
                .nettyCustomizer(new NettyCustomizer() {
                    @Override
                    public void afterChannelInitialized(Channel channel) {
                        channel.pipeline().addFirst(new FlushConsolidationHandler(256, true));
                    }
                })
                .build();
        client = RedisClient.create(resources, uri);
        client.setOptions(ClientOptions.builder()
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .timeoutOptions(TimeoutOptions.enabled(Duration.ofSeconds(1)))
                .build());
        connection = client.connect(ByteArrayCodec.INSTANCE);
        commands = connection.async();
        script = connection.sync().scriptLoad(SET_IF_SAME);
        ThreadLocalRandom.current().nextBytes(answer);
    }

    void newKey() {
        cycle(KEYS.next()).toCompletableFuture().join();
    }

    void newKeyAsync(Runnable done) {
        cycle(KEYS.next()).whenComplete((written, failure) -> {
            if (failure != null || written != 1) {
                throw new IllegalStateException("a cycle failed", failure);
            }
            done.run();
        });
    }

    private CompletionStage<Long> cycle(String name) {
        byte[] key = key(name);
        byte[] record = new byte[RECORD];
        ThreadLocalRandom.current().nextBytes(record);
        return commands.setGet(key, record, SetArgs.Builder.nx().px(86_430_000))
                .thenCompose(met -> commands.<Long>evalsha(
                        script, ScriptOutputType.INTEGER, new byte[][] {key}, record, answer, RETENTION));
    }

    void complete(List<String> keys) {
        keys.stream()
                .map(this::cycle)
                .toList()
                .forEach(done -> done.toCompletableFuture().join());
    }

    void replayAsync(List<String> keys, Runnable done) {
        byte[] key = key(keys.get(ThreadLocalRandom.current().nextInt(keys.size())));
        commands.setGet(key, new byte[RECORD], SetArgs.Builder.nx().px(86_430_000))
                .whenComplete((met, failure) -> {
                    if (met == null || met.length != ANSWER) {
                        throw new IllegalStateException("a known key was not found", failure);
                    }
                    done.run();
                });
    }

    void forgetAll() {
        connection.sync().flushall();
    }

    private static byte[] key(String name) {
        return text("raw:{4:acme,14:charges.create," + name + "}");
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
