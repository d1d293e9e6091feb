// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.spi.Browsable;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.RecordId;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.codec.StringCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("On a cluster whose replicas are waited for, a user with the rights that the documentation lists")
class ClusterAclTest {

    private static ClusterServers cluster;

    @BeforeAll
    static void start() {
        cluster = new ClusterServers();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    @DisplayName("R30: can do everything that the store does, also while a slot moves to another master")
    void enough() throws IOException {
        allow(all());
        RecordId moving = Commands.freshId();
        List<Integer> slots = List.of(SlotHash.getSlot(new KeyNames(KeyNames.DEFAULT).of(moving)));
        int from = master(slots.get(0));
        int to = (from + 1) % 3;
        try (RedisStore store = open()) {
            AclTest.everything(store);
            assertThat(Commands.now(store.browse(Browsable.Question.all(1))).next())
                    .as("there are more masters")
                    .isPresent();
            cluster.beginMove(slots, from, to);
            assertThat(Commands.now(store.claim(Commands.claim(moving)))).isInstanceOf(ClaimAnswer.Granted.class);
            cluster.endMove(slots, from, to);
            assertThat(Commands.now(store.claim(Commands.claim(moving)))).isInstanceOf(ClaimAnswer.InProgress.class);
        }
    }

    @Test
    @DisplayName("R30: who may not WAIT is told so at start-up")
    void noWait() throws IOException {
        List<String> fewer = new ArrayList<>(all());
        fewer.remove("+wait");
        allow(fewer);

        assertThatThrownBy(ClusterAclTest::open)
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("give it the rights that docs/stores-redis.md lists");
    }

    private static int master(int slot) {
        return slot * 3 / SlotHash.SLOT_COUNT;
    }

    private static List<String> all() throws IOException {
        return Stream.of(
                        AclTest.documented(),
                        AclTest.row("a cluster"),
                        AclTest.row("`replicas(n)`"),
                        AclTest.row("looking through the records (`browse`)"))
                .flatMap(List::stream)
                .toList();
    }

    private static void allow(List<String> words) {
        for (int i = 0; i < 6; i++) {
            AclTest.allow(cluster.node(i), StringCodec.UTF8, words);
        }
    }

    private static RedisStore open() {
        List<RedisURI> nodes = cluster.uris().stream()
                .map(uri -> RedisURI.builder(uri)
                        .withAuthentication("semel", "password")
                        .build())
                .toList();
        return RedisStore.cluster(nodes)
                .replicas(1)
                .callLimit(Duration.ofSeconds(10))
                .build();
    }
}
