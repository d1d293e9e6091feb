// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.CompletableFuture;

/** A way to the servers. What fails on it fails with a {@link dev.semel.spi.StoreException}, or because a script is missing. */
interface Road {

    /** Sends a command about a key, without waiting. */
    <T> CompletableFuture<T> send(byte[] key, Command<T> command);

    /** A command that is ready to be sent. */
    interface Command<T> {
        RedisFuture<T> on(RedisClusterAsyncCommands<byte[], byte[]> commands);
    }
}
