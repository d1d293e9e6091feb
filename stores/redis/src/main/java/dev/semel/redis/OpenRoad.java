// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StoreUnavailableException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The usual way: a command is sent at once, on the connection that is there for its caller, if not too many are under way (R29). */
final class OpenRoad implements Road {

    private final Supplier<RedisClusterAsyncCommands<byte[], byte[]>> commands;
    private final int most;
    private final AtomicInteger underWay = new AtomicInteger();

    OpenRoad(Supplier<RedisClusterAsyncCommands<byte[], byte[]>> commands, int most) {
        this.commands = commands;
        this.most = most;
    }

    @Override
    public <T> CompletableFuture<T> send(byte[] key, Command<T> command) {
        if (underWay.incrementAndGet() > most) {
            underWay.decrementAndGet();
            return CompletableFuture.failedFuture(tooMany(most));
        }
        try {
            return command.on(commands.get())
                    .toCompletableFuture()
                    .whenComplete((value, failure) -> underWay.decrementAndGet());
        } catch (RuntimeException refused) {
            underWay.decrementAndGet();
            return CompletableFuture.failedFuture(refused);
        }
    }

    static StoreUnavailableException tooMany(int most) {
        return new StoreUnavailableException(
                "Redis does not keep up: " + most + " commands are under way, and no more are taken");
    }
}
