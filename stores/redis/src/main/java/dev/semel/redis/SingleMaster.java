// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StalePlaceException;
import dev.semel.spi.StoreUnavailableException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** One server, or the one that the sentinels name master: they are asked anew at each reconnect. */
final class SingleMaster implements Deployment {

    private static final String SOLE = "sole";

    private final ClientResources resources;
    private final RedisClient client;
    private final RedisURI uri;
    private final StatefulRedisConnection<byte[], byte[]> shared;
    private final StatefulRedisConnection<byte[], byte[]> apart;
    private final Neighbours neighbours;

    SingleMaster(RedisURI uri, Netty netty, RedisSettings settings) {
        this.uri = uri;
        this.resources = Lettuce.resources(netty);
        this.client = RedisClient.create(resources, uri);
        client.setOptions(Lettuce.options(settings));
        this.neighbours = new Neighbours(resources, uri);
        try {
            this.shared = connect();
            this.apart = settings.replicas() == 0 ? shared : client.connect(ByteArrayCodec.INSTANCE);
            neighbours.connect(settings);
            Sentinels sentinels =
                    new Sentinels(client, uri.getSentinelMasterId(), resources.eventExecutorGroup(), netty);
            uri.getSentinels().forEach(sentinels::hear);
        } catch (RuntimeException e) {
            close();
            throw Failures.of(e);
        }
    }

    /**
     * A connection that the server refuses, for a wrong password say, the driver may close before it has told why: then it is asked once
     * more, and whoever set the store up is told what to do.
     */
    private StatefulRedisConnection<byte[], byte[]> connect() {
        try {
            return client.connect(ByteArrayCodec.INSTANCE);
        } catch (RedisConnectionException e) {
            if (!Failures.isWithoutReason(e)) {
                throw e;
            }
            return client.connect(ByteArrayCodec.INSTANCE);
        }
    }

    @Override
    public StatefulConnection<byte[], byte[]> shared() {
        return shared;
    }

    @Override
    public Outlet nearest() {
        Outlet own = neighbours.here();
        return own == null ? shared::dispatch : own;
    }

    @Override
    public RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return shared.async();
    }

    @Override
    public ScheduledExecutorService threads() {
        return resources.eventExecutorGroup();
    }

    @Override
    public List<RedisClusterCommands<byte[], byte[]>> masters() {
        return List.of(shared.sync());
    }

    @Override
    public CompletionStage<Layout> layout(@Nullable String id) {
        return id == null || id.equals(SOLE)
                ? CompletableFuture.completedFuture(Layout.ofOne(SOLE))
                : CompletableFuture.failedFuture(
                        new StalePlaceException("a server has left since the last page: begin again"));
    }

    @Override
    public CompletionStage<RedisClusterAsyncCommands<byte[], byte[]>> master(String id) {
        return CompletableFuture.completedFuture(shared.async());
    }

    @Override
    public int slotOf(byte[] key) {
        return 0;
    }

    @Override
    public CompletionStage<Stretch> stretch(int slot) {
        return CompletableFuture.completedFuture(new Stretch(shared.async(), slot, slot + 1, true));
    }

    @Override
    public StatefulRedisPubSubConnection<byte[], byte[]> listen() {
        return client.connectPubSub(ByteArrayCodec.INSTANCE);
    }

    @Override
    public CompletionStage<StatefulRedisConnection<byte[], byte[]>> apart(byte[] key) {
        return CompletableFuture.completedFuture(apart);
    }

    @Override
    public CompletionStage<StatefulRedisConnection<byte[], byte[]>> apart(Redirect redirect) {
        return CompletableFuture.failedFuture(new StoreUnavailableException(
                "the server belongs to a cluster: open the store with RedisStore.cluster"));
    }

    @Override
    public byte[] markAwayFrom(byte[] key) {
        return KeyNames.markBeside(key);
    }

    @Override
    public void lookAgain() {
        // There is one master only.
    }

    @Override
    public boolean failsOver() {
        return !uri.getSentinels().isEmpty();
    }

    @Override
    public void close() {
        neighbours.close();
        try {
            client.shutdown(Duration.ZERO, Lettuce.FAREWELL);
        } finally {
            Lettuce.shutDown(resources);
        }
    }
}
