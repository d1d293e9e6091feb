// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.servers.RedisProcess;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** A cluster of three masters with a replica each. */
final class ClusterServers implements AutoCloseable {

    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;
    private static final int BATCH = 10;
    private static final int PATIENCE_MILLIS = 10_000;

    private final RedisClient client = RedisClient.create();
    private final List<RedisProcess> processes = new ArrayList<>();
    private final List<RedisCommands<String, String>> nodes = new ArrayList<>();

    /** Servers that are to stay what they are: a pause of a busy machine must not make another one master. */
    ClusterServers() {
        this(Duration.ofSeconds(30));
    }

    /** A replica takes over when its master has been silent for so long. */
    ClusterServers(Duration nodeTimeout) {
        for (int i = 0; i < 2 * MASTERS; i++) {
            RedisProcess process = RedisProcess.start(
                    "--cluster-enabled",
                    "yes",
                    "--cluster-node-timeout",
                    String.valueOf(nodeTimeout.toMillis()),
                    "--repl-diskless-sync-delay",
                    "0");
            processes.add(process);
            nodes.add(client.connect(RedisURI.create(process.uri())).sync());
        }
        join();
    }

    private void join() {
        for (int i = 0; i < nodes.size(); i++) {
            nodes.get(i).clusterSetConfigEpoch(i + 1);
            nodes.get(i).clusterMeet("127.0.0.1", processes.get(0).port());
        }
        for (int i = 0; i < MASTERS; i++) {
            nodes.get(i)
                    .clusterAddSlots(IntStream.range(i * SLOTS / MASTERS, (i + 1) * SLOTS / MASTERS)
                            .toArray());
        }
        Eventually.holds(
                "all nodes know each other",
                () -> nodes.stream()
                        .allMatch(node -> node.clusterInfo().contains("cluster_known_nodes:" + nodes.size())));
        for (int i = 0; i < MASTERS; i++) {
            String master = nodes.get(i).clusterMyId();
            RedisCommands<String, String> replica = nodes.get(i + MASTERS);
            Eventually.holds("the replica knows its master", () -> "OK".equals(replica.clusterReplicate(master)));
        }
        awaitReplicas();
    }

    private void awaitReplicas() {
        for (int i = 0; i < MASTERS; i++) {
            RedisCommands<String, String> master = nodes.get(i);
            Eventually.holds(
                    "the replica follows", () -> master.info("replication").contains("state=online"));
        }
        Eventually.holds(
                "all nodes know which are replicas",
                () -> nodes.stream()
                        .allMatch(node -> node.clusterNodes()
                                        .lines()
                                        .filter(line -> line.contains("slave"))
                                        .count()
                                == MASTERS));
        Eventually.holds(
                "the cluster works",
                () -> nodes.stream().allMatch(node -> node.clusterInfo().contains("cluster_state:ok")));
    }

    /** Slots begin to go from one master to another: from now on new keys of theirs belong there, and old ones are here. */
    void beginMove(List<Integer> slots, int from, int to) {
        String source = node(from).clusterMyId();
        String target = node(to).clusterMyId();
        for (int slot : slots) {
            node(to).clusterSetSlotImporting(slot, source);
            node(from).clusterSetSlotMigrating(slot, target);
        }
    }

    /** The keys of these slots follow; the slots themselves do not yet. */
    void moveKeys(List<Integer> slots, int from, int to) {
        for (int slot : slots) {
            List<String> keys = node(from).clusterGetKeysInSlot(slot, BATCH);
            while (!keys.isEmpty()) {
                MigrateArgs<String> batch = MigrateArgs.Builder.keys(keys);
                node(from).migrate("127.0.0.1", process(to).port(), 0, PATIENCE_MILLIS, batch);
                keys = node(from).clusterGetKeysInSlot(slot, BATCH);
            }
        }
    }

    /** What is left of the keys follows, and all masters are told whose slots they are now. */
    void endMove(List<Integer> slots, int from, int to) {
        moveKeys(slots, from, to);
        String target = node(to).clusterMyId();
        for (int slot : slots) {
            node(to).clusterSetSlotNode(slot, target);
            node(from).clusterSetSlotNode(slot, target);
        }
    }

    /** One more node, a master without slots, whom all others know. */
    RedisProcess another() {
        RedisProcess process = RedisProcess.start("--cluster-enabled", "yes");
        RedisCommands<String, String> node =
                client.connect(RedisURI.create(process.uri())).sync();
        processes.add(process);
        nodes.add(node);
        node.clusterMeet("127.0.0.1", processes.get(0).port());
        Eventually.holds(
                "all nodes know the new one",
                () -> nodes.stream()
                        .allMatch(each -> each.clusterInfo().contains("cluster_known_nodes:" + nodes.size())
                                && each.clusterInfo().contains("cluster_state:ok")));
        return process;
    }

    /** The number of the master that the slot was given to at first. */
    int masterOf(int slot) {
        return IntStream.range(0, MASTERS)
                .filter(number -> slot < (number + 1) * SLOTS / MASTERS)
                .findFirst()
                .orElseThrow();
    }

    int numberOf(RedisProcess process) {
        return processes.indexOf(process);
    }

    /** The numbers of the first masters, in the order of their names. */
    List<Integer> mastersInOrder() {
        return IntStream.range(0, MASTERS)
                .boxed()
                .sorted(Comparator.comparing(number -> node(number).clusterMyId()))
                .toList();
    }

    /** The replica of this master takes over, as another node has heard in the end. */
    void failOver(int master, int witness) {
        String replica = node(master + MASTERS).clusterMyId();
        node(master + MASTERS).clusterFailover(false);
        Eventually.holds(
                "the replica is master",
                () -> node(witness)
                        .clusterNodes()
                        .lines()
                        .anyMatch(line -> line.startsWith(replica) && line.contains("master")));
    }

    List<RedisURI> uris() {
        return processes.stream().map(process -> RedisURI.create(process.uri())).toList();
    }

    /** The masters as the cluster was made. */
    List<RedisCommands<String, String>> masters() {
        return nodes.subList(0, MASTERS);
    }

    RedisCommands<String, String> node(int number) {
        return nodes.get(number);
    }

    RedisProcess process(int number) {
        return processes.get(number);
    }

    @Override
    public void close() {
        processes.forEach(RedisProcess::close);
        client.shutdown();
    }
}
