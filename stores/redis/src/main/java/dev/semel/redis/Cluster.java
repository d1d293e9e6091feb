// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StalePlaceException;
import dev.semel.spi.StoreUnavailableException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A cluster: each key's commands go to the master of its slot, which is found anew when the cluster changes. */
final class Cluster implements Deployment {

    private static final long BETWEEN_LOOKS = Duration.ofMillis(200).toNanos();

    private final KeyNames names;
    private final AtomicLong looked = new AtomicLong(System.nanoTime());
    private final ClientResources resources;
    private final RedisClusterClient client;
    private final StatefulRedisClusterConnection<byte[], byte[]> shared;
    private final StatefulRedisClusterConnection<byte[], byte[]> apart;

    Cluster(List<RedisURI> uris, Netty netty, RedisSettings settings) {
        if (!settings.loops().isEmpty()) {
            throw new IllegalArgumentException("eventLoops is for one server, or sentinels; not for a cluster");
        }
        this.names = settings.names();
        this.resources = Lettuce.resources(netty);
        this.client = RedisClusterClient.create(resources, uris);
        client.setOptions(Lettuce.clusterOptions(settings));
        try {
            this.shared = client.connect(ByteArrayCodec.INSTANCE);
            this.apart = settings.replicas() == 0 ? shared : client.connect(ByteArrayCodec.INSTANCE);
        } catch (RuntimeException e) {
            close();
            throw Failures.of(e);
        }
    }

    @Override
    public StatefulConnection<byte[], byte[]> shared() {
        return shared;
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
        return nodes().map(this::commandsOf).toList();
    }

    private Stream<RedisClusterNode> nodes() {
        return shared.getPartitions().stream().filter(node -> node.getRole().isUpstream() && !node.hasNoSlots());
    }

    @Override
    public CompletionStage<Layout> layout(@Nullable String id) {
        String asked = id != null
                ? id
                : nodes().findFirst().map(RedisClusterNode::getNodeId).orElse("none");
        // The server itself, and not the driver: what that knows may be some seconds old.
        return master(asked)
                .thenCompose(RedisClusterAsyncCommands::clusterNodes)
                .thenApply(Layout::of);
    }

    @Override
    public CompletionStage<RedisClusterAsyncCommands<byte[], byte[]>> master(String id) {
        RedisClusterNode node = shared.getPartitions().getPartitionByNodeId(id);
        if (node == null) {
            lookAgain();
            return CompletableFuture.failedFuture(
                    new StalePlaceException("a server has left the cluster, or has just joined it: begin again"));
        }
        return shared.getConnectionAsync(node.getUri().getHost(), node.getUri().getPort())
                .thenApply(StatefulRedisConnection::async);
    }

    @Override
    public int slotOf(byte[] key) {
        return SlotHash.getSlot(key);
    }

    @Override
    public CompletionStage<Stretch> stretch(int slot) {
        RedisClusterNode node = shared.getPartitions().getMasterBySlot(slot);
        if (node == null) {
            lookAgain();
            return CompletableFuture.failedFuture(
                    new StoreUnavailableException("the cluster has no master for some of its slots"));
        }
        int end = slot + 1;
        while (end < SlotHash.SLOT_COUNT && node.equals(shared.getPartitions().getMasterBySlot(end))) {
            end++;
        }
        int behind = end;
        return master(node.getNodeId())
                .thenApply(server -> new Stretch(server, slot, behind, behind == SlotHash.SLOT_COUNT));
    }

    /** By address: this opens the connection that commands about keys use, which are refused while it is being opened. */
    private RedisClusterCommands<byte[], byte[]> commandsOf(RedisClusterNode node) {
        return shared.getConnection(node.getUri().getHost(), node.getUri().getPort())
                .sync();
    }

    @Override
    public StatefulRedisPubSubConnection<byte[], byte[]> listen() {
        return client.connectPubSub(ByteArrayCodec.INSTANCE);
    }

    @Override
    public CompletionStage<StatefulRedisConnection<byte[], byte[]>> apart(byte[] key) {
        RedisClusterNode master = apart.getPartitions().getMasterBySlot(SlotHash.getSlot(key));
        return master == null
                ? CompletableFuture.failedFuture(
                        new StoreUnavailableException("the cluster has no master for the slot of a key"))
                : apart.getConnectionAsync(master.getNodeId());
    }

    @Override
    public CompletionStage<StatefulRedisConnection<byte[], byte[]>> apart(Redirect redirect) {
        return apart.getConnectionAsync(redirect.host(), redirect.port());
    }

    @Override
    public byte[] markAwayFrom(byte[] key) {
        RedisClusterNode master = apart.getPartitions().getMasterBySlot(SlotHash.getSlot(key));
        List<Integer> slots = master == null ? List.of() : master.getSlots();
        return slots.isEmpty()
                ? KeyNames.markBeside(key)
                : names.markIn(slots.get(ThreadLocalRandom.current().nextInt(slots.size())));
    }

    @Override
    public void lookAgain() {
        long now = System.nanoTime();
        long last = looked.get();
        if (now - last > BETWEEN_LOOKS && looked.compareAndSet(last, now)) {
            client.refreshPartitionsAsync();
        }
    }

    @Override
    public boolean failsOver() {
        return true;
    }

    @Override
    public void close() {
        try {
            client.shutdown(Duration.ZERO, Lettuce.FAREWELL);
        } finally {
            Lettuce.shutDown(resources);
        }
    }
}
