// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.redis.ServerFacts.Persistence;
import dev.semel.spi.Guarantees;
import dev.semel.spi.Guarantees.ClockOwner;
import dev.semel.spi.Guarantees.Consistency;
import dev.semel.spi.Guarantees.Durability;
import dev.semel.spi.Guarantees.Reach;
import dev.semel.spi.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the servers, as they are set up, promise (R30), and what in their settings is dangerous. Of several masters the
 * weakest counts.
 *
 * @param masters what each of them says about itself
 * @param waitsFor how many replicas an acknowledgement waits for
 * @param failsOver whether a replica takes over by itself
 */
record ServerCheck(List<ServerFacts> masters, int waitsFor, boolean failsOver) {

    private static final String CLOCK =
            " Leases and retention are judged by the server's clock: when it steps ahead, or"
                    + " at a failover to a server whose clock is ahead, leases and retention end early by the difference; behind, takeovers"
                    + " wait that much longer.";

    ServerCheck {
        for (ServerFacts master : masters) {
            if (!master.isRecentEnough()) {
                throw new IllegalArgumentException(
                        "the store needs Redis 7.0 or newer, or Valkey; this server says " + master.version());
            }
            if (!master.isMaster()) {
                // Also one that takes writes: its master knows nothing of them, and would grant the same keys once
                // more.
                throw new StoreUnavailableException("this Redis server is a replica, and what is written to a replica"
                        + " is not kept: name the master, or the sentinels that know it; in the middle of a failover, try"
                        + " again");
            }
        }
    }

    Guarantees guarantees() {
        return waitsFor > 0 && waitsFor >= mostReplicas()
                ? with(
                        Durability.MACHINE_LOSS,
                        "Redis with WAIT " + waitsFor + " for all replicas: an acknowledged claim or answer is in the"
                                + " memory of the master and of every replica, and survives the loss of the master if one"
                                + " of those replicas takes over. When too few replicas answer, the store says that it"
                                + " cannot tell; it does not survive the loss of all of them at once unless they append"
                                + " to a flushed file.")
                : alone();
    }

    private Guarantees alone() {
        if (failsOver) {
            return with(
                    Durability.NONE,
                    "Redis with replicas that are not waited for" + (waitsFor > 0 ? " by all" : "")
                            + ": a failover may lose the last acknowledged claims and answers, usually those of less than"
                            + " a second; their keys are new then, and a retry runs again. " + disk());
        }
        Durability durability = switch (weakest()) {
            case NOTHING, SNAPSHOTS -> Durability.NONE;
            case APPENDED_AT_SOME_TIME, APPENDED -> Durability.PROCESS_CRASH;
            case APPENDED_AND_FLUSHED -> Durability.MACHINE_CRASH;
        };
        return with(durability, disk());
    }

    private String disk() {
        return switch (weakest()) {
            case NOTHING ->
                "Redis without persistence: an acknowledged claim or answer survives the end of any process of"
                        + " ours, and is gone when the Redis server ends.";
            case SNAPSHOTS ->
                "Redis with snapshots: an acknowledged claim or answer survives the end of any process of"
                        + " ours; when the Redis server crashes, everything since its last snapshot is gone.";
            case APPENDED_AT_SOME_TIME ->
                "Redis with an append-only file: an acknowledged claim or answer survives a crash of the Redis"
                        + " process; a crash or power cut of its machine loses what the operating system had not"
                        + " written yet, half a minute or more, unless appendfsync is everysec or always and"
                        + " no-appendfsync-on-rewrite is no, and the store may read both.";
            case APPENDED ->
                "Redis with an append-only file: an acknowledged claim or answer survives a crash of the Redis"
                        + " process; a crash or power cut of its machine loses the last second, two when the disk is slow.";
            case APPENDED_AND_FLUSHED ->
                "Redis with appendfsync always: an acknowledged claim or answer survives a crash or"
                        + " power cut of the server, not the loss of its disk.";
        };
    }

    /** A sentence for each dangerous setting: what it does, and what to do about it. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (masters.stream().anyMatch(ServerFacts::evicts)) {
            warnings.add(
                    "Redis may evict records when its memory is full (maxmemory-policy is not noeviction): an evicted"
                            + " key is new, and its work runs again. Set maxmemory-policy noeviction.");
        }
        if (weakest() == Persistence.NOTHING || weakest() == Persistence.SNAPSHOTS) {
            warnings.add("Redis keeps no append-only file: after a restart of the server, keys are new and retried work"
                    + " runs again. Set appendonly yes, and appendfsync always where no second may be lost.");
        }
        if (mostReplicas() > 0 && waitsFor == 0) {
            warnings.add(
                    "Redis replicates without being waited for: a failover may lose the last acknowledged claims and"
                            + " answers, and their work runs again. Let the store wait: replicas(" + mostReplicas()
                            + ").");
        }
        if (waitsFor > 0 && waitsFor < mostReplicas()) {
            warnings.add(
                    "The store waits for " + waitsFor + " of " + mostReplicas() + " replicas: a failover to one that"
                            + " was not waited for may lose acknowledged answers. Wait for all of them.");
        }
        if (waitsFor > fewestReplicas()) {
            warnings.add("The store waits for " + waitsFor + " replicas, and a master has " + fewestReplicas()
                    + " now: nothing is acknowledged until more follow it. Start them, or wait for fewer.");
        }
        if (!failsOver && masters.stream().anyMatch(ServerFacts::inCluster)) {
            warnings.add("The server belongs to a cluster, and the store was opened for one server: the keys of other"
                    + " nodes are refused. Open it with RedisStore.cluster.");
        }
        return warnings;
    }

    private int fewestReplicas() {
        return masters.stream().mapToInt(ServerFacts::replicas).min().orElse(0);
    }

    private int mostReplicas() {
        return masters.stream().mapToInt(ServerFacts::replicas).max().orElse(0);
    }

    private Persistence weakest() {
        return masters.stream()
                .map(ServerFacts::persistence)
                .min(Comparator.naturalOrder())
                .orElse(Persistence.NOTHING);
    }

    private static Guarantees with(Durability durability, String statement) {
        return new Guarantees(Consistency.LINEARIZABLE, ClockOwner.SERVER, Reach.SHARED, durability, statement + CLOCK);
    }
}
