// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spi.Guarantees.Durability;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.RecordId;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A failover")
class FailoverTest {

    private static final Duration LIMIT = Duration.ofSeconds(2);

    /** After so long the others take a server that is silent for dead. */
    private static final Duration SOON = Duration.ofSeconds(2);

    /** What a replica may lack: less than a second as a rule, and more where a busy machine lets it wait. */
    private static final Duration LAST = Duration.ofSeconds(10);

    /** A lease that outlasts the test. */
    private static final Duration LONG = Duration.ofMinutes(30);

    /** The cluster's three masters come first, and then their replicas in the same order. */
    private static final int REPLICA_OF_FIRST = 3;

    @Test
    @DisplayName(
            "R30: of a killed cluster master loses no acknowledged answer and grants no key twice, with WAIT for its"
                    + " replica")
    void clusterWithWait() throws Exception {
        try (ClusterServers servers = new ClusterServers(SOON);
                RedisStore store = Commands.opened(
                        RedisStore.cluster(servers.uris()).callLimit(LIMIT).replicas(1));
                // The new master has no replica: whoever waits for one is told that it cannot be told.
                RedisStore hasty =
                        Commands.opened(RedisStore.cluster(servers.uris()).callLimit(LIMIT))) {
            assertThat(store.guarantees().durability()).isEqualTo(Durability.MACHINE_LOSS);
            Traffic load = new Traffic(store, Commands::freshId);
            load.begin();
            Eventually.holds("there is load", () -> load.acknowledged.size() > 300);
            Queue<RecordId> leased = leasedUnderLoad(store);

            servers.process(0).kill();
            Eventually.holds(
                    "the killed master's keys are served again",
                    () -> load.acknowledged.keySet().stream()
                            .filter(FailoverTest::ofFirstMaster)
                            .limit(5)
                            .allMatch(id -> Commands.now(hasty.find(id)) != null));
            load.end();

            assertThat(load.grantedTwice)
                    .as("keys granted to two claims at once")
                    .hasValue(0);
            assertThat(load.acknowledged.keySet())
                    .anyMatch(FailoverTest::ofFirstMaster)
                    .as("acknowledged answers that are gone")
                    .allMatch(id -> isAnswered(hasty, id));
            assertThat(leased)
                    .as("keys of the killed master with an acknowledged lease")
                    .isNotEmpty()
                    .allSatisfy(id -> assertThat(rivalOn(hasty, id)).isInstanceOf(ClaimAnswer.InProgress.class))
                    .allMatch(id -> servers.node(REPLICA_OF_FIRST).clusterCountKeysInSlot(slotOf(id)) > 0);
        }
    }

    @Test
    @DisplayName("R30: by sentinels without WAIT goes on without a restart; what is lost, if anything, is what the"
            + " guarantees say")
    void sentinelWithoutWait() throws Exception {
        try (SentinelServers servers = new SentinelServers(SOON);
                RedisStore store = Commands.opened(RedisStore.at(servers.uri()).callLimit(LIMIT))) {
            assertThat(store.guarantees().durability()).isEqualTo(Durability.NONE);
            assertThat(store.guarantees().statement()).contains("a failover may lose the last acknowledged");
            RecordId old = answeredNow(store);
            Traffic load = new Traffic(store, Commands::freshId);
            load.begin();
            Eventually.holds("there is load", () -> load.acknowledged.size() > 300);
            long killed = System.nanoTime();

            servers.master().kill();
            RecordId first = answeredNow(store);
            long takenOver = System.nanoTime();
            load.goesOn(100);
            load.end();

            assertThat(isAnswered(store, old))
                    .as("an answer that was long replicated")
                    .isTrue();
            List<Long> lost = load.acknowledged.entrySet().stream()
                    .filter(entry -> !isAnswered(store, entry.getKey()))
                    .map(Map.Entry::getValue)
                    .toList();
            assertThat(lost)
                    .as("when the lost answers had been acknowledged: shortly before the kill at " + killed
                            + ", and none after the takeover at " + takenOver)
                    .allMatch(at -> at - killed > -LAST.toNanos())
                    .allMatch(at -> at - takenOver < 0);
            assertThat(isAnswered(store, first))
                    .as("the first answer after the takeover")
                    .isTrue();
            assertThat(load.acknowledged.values())
                    .as("answers after the takeover")
                    .anyMatch(at -> at - takenOver > 0);
        }
    }

    @Test
    @DisplayName(
            "R1, R30: by sentinels is followed at once, also where the old master goes on and grants whatever it is"
                    + " asked for")
    void sentinelsNameAnother() {
        try (SentinelServers servers = SentinelServers.withStubbornMaster();
                RedisStore store = Commands.opened(RedisStore.at(servers.uri()).callLimit(LIMIT))) {
            answeredNow(store);

            String master = servers.failOver();

            try (Raw raw = new Raw(master)) {
                Eventually.holds("the new master is asked", () -> {
                    RecordId id = answeredNow(store);
                    return raw.has(id);
                });
            }
        }
    }

    /** Asks until a new key is claimed and completed. */
    private static RecordId answeredNow(RedisStore store) {
        AtomicReference<RecordId> old = new AtomicReference<>();
        Eventually.holds("there is an answer", () -> {
            old.set(Commands.freshId());
            Commands.completed(store, old.get(), new byte[] {1});
            return true;
        });
        return old.get();
    }

    /** Keys of the first master whose claims are acknowledged and do not end; more claims are under way all the time. */
    private static Queue<RecordId> leasedUnderLoad(RedisStore store) {
        Queue<RecordId> leased = new ConcurrentLinkedQueue<>();
        Eventually.holds("there are leases", () -> {
            Stream.generate(Commands::freshId)
                    .filter(FailoverTest::ofFirstMaster)
                    .limit(50)
                    .forEach(id -> store.claim(Commands.leasing(id, LONG)).thenAccept(answer -> {
                        if (answer instanceof ClaimAnswer.Granted) {
                            leased.add(id);
                        }
                    }));
            return leased.size() > 200;
        });
        return leased;
    }

    private static ClaimAnswer rivalOn(RedisStore store, RecordId id) {
        Claim rival = Commands.claim(id);
        return Commands.answered(() -> store.claim(rival));
    }

    /** The cluster's first master had the lowest third of the slots. */
    private static boolean ofFirstMaster(RecordId id) {
        return slotOf(id) < 16_384 / 3;
    }

    private static int slotOf(RecordId id) {
        return SlotHash.getSlot(new KeyNames(KeyNames.DEFAULT).of(id));
    }

    /** A cluster in which a master changes does not answer for a moment. */
    private static boolean isAnswered(RedisStore store, RecordId id) {
        AtomicBoolean isFinal = new AtomicBoolean();
        Eventually.holds("the store can be asked", () -> {
            isFinal.set(Commands.now(store.find(id))
                    .map(seen -> seen.record().state().isFinal())
                    .orElse(false));
            return true;
        });
        return isFinal.get();
    }
}
