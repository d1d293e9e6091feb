// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.ClaimAnswer;
import dev.semel.state.RecordId;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("While a cluster's slots move from one master to another")
class ReshardingTest {

    private static final List<Integer> SLOTS = IntStream.range(0, 64).boxed().toList();
    private static final KeyNames NAMES = new KeyNames(KeyNames.DEFAULT);

    @ParameterizedTest(
            name =
                    "R30, R31: traffic goes on, no key is granted twice and no answer is lost, with WAIT for {0} replicas")
    @ValueSource(ints = {0, 1})
    void trafficGoesOn(int replicas) throws Exception {
        try (ClusterServers servers = new ClusterServers();
                RedisStore store = RedisStore.cluster(servers.uris())
                        .callLimit(Duration.ofSeconds(10))
                        .replicas(replicas)
                        .build()) {
            Traffic traffic = new Traffic(store, ReshardingTest::idOnItsWay);
            traffic.begin();
            traffic.goesOn(100);

            servers.beginMove(SLOTS, 0, 1);
            // Every new key belongs to the other master now, which does not have the slots yet.
            traffic.goesOn(200);
            servers.endMove(SLOTS, 0, 1);
            traffic.goesOn(200);
            traffic.end();

            assertThat(servers.node(0).info("errorstats"))
                    .as("the move was met")
                    .contains("errorstat_ASK:", "errorstat_MOVED:");
            assertThat(traffic.grantedTwice).as("keys granted to two claims").hasValue(0);
            assertThat(traffic.acknowledged.keySet())
                    .as("answers that were acknowledged")
                    .allMatch(id -> Commands.now(store.claim(Commands.claim(id))) instanceof ClaimAnswer.Final);
        }
    }

    private static RecordId idOnItsWay() {
        RecordId id = Commands.freshId();
        while (SlotHash.getSlot(NAMES.of(id)) >= SLOTS.size()) {
            id = Commands.freshId();
        }
        return id;
    }
}
