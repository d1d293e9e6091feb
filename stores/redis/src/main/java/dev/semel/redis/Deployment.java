// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** The servers, however they are deployed, and the connections to them. */
interface Deployment extends AutoCloseable {

    /** What all callers share. */
    StatefulConnection<byte[], byte[]> shared();

    /** What this caller's requests go by: a connection of its own event loop where it has one. */
    default Outlet nearest() {
        return shared()::dispatch;
    }

    /** The driver's own commands, on the connection that all share. */
    RedisClusterAsyncCommands<byte[], byte[]> commands();

    /** Threads that end with the connections. */
    ScheduledExecutorService threads();

    /** Every server that takes writes, to ask it about itself. */
    List<RedisClusterCommands<byte[], byte[]>> masters();

    /** Which servers have the records, as this one says; or any, if none is named. */
    CompletionStage<Layout> layout(@Nullable String id);

    /** What one of them is asked by. */
    CompletionStage<RedisClusterAsyncCommands<byte[], byte[]>> master(String id);

    /** In which slot this key is; where there are none, all are in the first one. */
    int slotOf(byte[] key);

    /** The slots from this one on, as far as they are one server's. */
    CompletionStage<Stretch> stretch(int slot);

    /** A connection that hears what is told on channels. */
    StatefulRedisPubSubConnection<byte[], byte[]> listen();

    /** A connection to the master of this key, apart from the one that all share: it may be held up. */
    CompletionStage<StatefulRedisConnection<byte[], byte[]>> apart(byte[] key);

    /** A connection, apart from the one that all share, to the node that a redirect names. */
    CompletionStage<StatefulRedisConnection<byte[], byte[]>> apart(Redirect redirect);

    /** A mark in another slot of the master that has this key; the same slot where there is no choice. */
    byte[] markAwayFrom(byte[] key);

    /** A key was not where it was expected: asks who has which slot. */
    void lookAgain();

    /** Whether another server takes over by itself when a master fails. */
    boolean failsOver();

    @Override
    void close();

    /**
     * Neighbouring slots of one server.
     *
     * @param server what the server is asked by
     * @param begin the first slot
     * @param end the one behind the last
     * @param isLast whether there are no slots behind them
     */
    record Stretch(RedisClusterAsyncCommands<byte[], byte[]> server, int begin, int end, boolean isLast) {}
}
