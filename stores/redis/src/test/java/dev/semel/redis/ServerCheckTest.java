// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.redis.ServerFacts.Persistence;
import dev.semel.servers.Ports;
import dev.semel.servers.RedisProcess;
import dev.semel.spi.Guarantees.Durability;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("How a Redis is set up")
class ServerCheckTest {

    @ParameterizedTest(name = "R30: decides what it guarantees: appendonly {0}, appendfsync {1} survives {2}")
    @CsvSource({"no,everysec,NONE", "yes,everysec,PROCESS_CRASH", "yes,no,PROCESS_CRASH", "yes,always,MACHINE_CRASH"})
    void persistence(String appendonly, String appendfsync, Durability durability) {
        try (RedisProcess server = RedisProcess.start("--appendonly", appendonly, "--appendfsync", appendfsync);
                RedisStore store = Commands.patient(server.uri())) {
            assertThat(store.guarantees().durability()).isEqualTo(durability);
        }
    }

    @ParameterizedTest(
            name = "R30: decides what a power cut takes: appendfsync {0}, no-appendfsync-on-rewrite {1}: {2}")
    @CsvSource({
        "always,no,power cut of the server",
        "always,yes,half a minute or more",
        "everysec,no,last second",
        "everysec,yes,half a minute or more",
        "no,no,half a minute or more"
    })
    void flushes(String appendfsync, String notOnRewrite, String said) {
        try (RedisProcess server = RedisProcess.start(
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        appendfsync,
                        "--no-appendfsync-on-rewrite",
                        notOnRewrite);
                RedisStore store = Commands.patient(server.uri())) {
            assertThat(store.guarantees().statement()).contains(said);
        }
    }

    @ParameterizedTest(name = "R30: is refused when it is a replica, whose writes are lost, also if it takes some: {0}")
    @ValueSource(strings = {"yes", "no"})
    void replica(String readOnly) {
        try (RedisProcess master = RedisProcess.start();
                RedisProcess replica = RedisProcess.start(
                        "--replicaof", "127.0.0.1 " + master.port(), "--replica-read-only", readOnly)) {
            assertThatThrownBy(() -> Commands.patient(replica.uri()))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("is a replica")
                    .hasMessageContaining("name the master");
        }
    }

    @Test
    @DisplayName("R30: that belongs to a cluster is said to be opened the wrong way, at the start and for each key that"
            + " another node has")
    void oneOfACluster() {
        ServerFacts node = new ServerFacts("7.2.4", true, Persistence.APPENDED, 0, false, true);

        assertThat(new ServerCheck(List.of(node), 0, true).warnings()).isEmpty();
        assertThat(new ServerCheck(List.of(node), 0, false).warnings())
                .singleElement()
                .asString()
                .contains("RedisStore.cluster");
        try (RedisProcess server = RedisProcess.start("--cluster-enabled", "yes");
                RedisStore store = Commands.patient(server.uri())) {
            assertThatThrownBy(() -> Commands.now(store.claim(Commands.claim(Commands.freshId()))))
                    .hasCauseInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("RedisStore.cluster");
        }
    }

    @Test
    @DisplayName("R30: that has fewer replicas than are waited for is said to acknowledge nothing")
    void tooFewReplicas() {
        ServerFacts lonely = new ServerFacts("7.2.4", true, Persistence.APPENDED, 1, false, false);

        assertThat(new ServerCheck(List.of(lonely), 2, true).warnings())
                .singleElement()
                .asString()
                .contains("nothing is acknowledged");
    }

    @Test
    @DisplayName("R30: that evicts, keeps nothing and replicates without being waited for gets a sentence for each")
    void warned() {
        try (RedisProcess server = RedisProcess.start("--maxmemory-policy", "allkeys-lru", "--maxmemory", "50mb");
                RedisProcess replica = RedisProcess.start(
                        "--replicaof", "127.0.0.1 " + server.port(), "--repl-diskless-sync-delay", "0");
                Raw raw = new Raw(server.uri())) {
            assertThat(replica.port()).isPositive();
            Eventually.holds(
                    "the replica follows", () -> ServerFacts.of(raw.commands()).replicas() == 1);

            List<String> warnings = new ServerCheck(List.of(ServerFacts.of(raw.commands())), 0, false).warnings();

            assertThat(warnings).hasSize(3);
            assertThat(warnings.get(0)).contains("maxmemory-policy noeviction");
            assertThat(warnings.get(1)).contains("appendonly yes");
            assertThat(warnings.get(2)).contains("replicas(1)");
        }
    }

    @Test
    @DisplayName("R30: is not complained about when it is as it should be; the loss of a machine takes WAIT for all")
    void sound() {
        ServerFacts sound = new ServerFacts("7.2.4", true, Persistence.APPENDED_AND_FLUSHED, 2, false, false);

        assertThat(new ServerCheck(List.of(sound), 2, true).warnings()).isEmpty();
        assertThat(new ServerCheck(List.of(sound), 2, true).guarantees().durability())
                .isEqualTo(Durability.MACHINE_LOSS);
        assertThat(new ServerCheck(List.of(sound), 1, true).warnings()).hasSize(1);
        assertThat(new ServerCheck(List.of(sound), 1, true).guarantees().durability())
                .isEqualTo(Durability.NONE);
        assertThat(new ServerCheck(List.of(sound), 0, true).guarantees().durability())
                .isEqualTo(Durability.NONE);
    }

    @Test
    @DisplayName("R30: is refused when it is too old, and the weakest master of a cluster counts")
    void versions() {
        ServerFacts old = new ServerFacts("6.2.14", true, Persistence.APPENDED, 0, false, false);
        ServerFacts plain = new ServerFacts("8.0.1", true, Persistence.NOTHING, 0, false, false);
        ServerFacts better = new ServerFacts("8.0.1", true, Persistence.APPENDED_AND_FLUSHED, 0, false, false);

        assertThatThrownBy(() -> new ServerCheck(List.of(plain, old), 0, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("7.0");
        assertThat(new ServerCheck(List.of(better, plain), 0, false)
                        .guarantees()
                        .durability())
                .isEqualTo(Durability.NONE);
    }

    @Test
    @DisplayName("R29: that is not there at all is told at once, when the store is opened")
    void notThere() {
        RedisStoreBuilder nowhere =
                RedisStore.at("redis://127.0.0.1:" + Ports.free()).callLimit(Duration.ofMillis(500));

        assertThatThrownBy(nowhere::build).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    @DisplayName("R17, R29: that is full takes no new claims, lets every attempt that runs renew and end, and replays")
    void full() {
        try (RedisProcess server = RedisProcess.start("--maxmemory-policy", "noeviction");
                Raw raw = new Raw(server.uri());
                RedisStore store = RedisStore.at(server.uri())
                        .callLimit(Duration.ofSeconds(10))
                        .build()) {
            Claim running = Commands.claim(Commands.freshId());
            Claim doubtful = Commands.claim(Commands.freshId());
            Commands.now(store.claim(running));
            Commands.now(store.claim(doubtful));
            raw.commands().configSet("maxmemory", "1mb");

            assertThatThrownBy(() -> Commands.now(store.claim(Commands.claim(Commands.freshId()))))
                    .hasCauseInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("full");
            assertThat(Commands.now(store.renew(List.of(Commands.renewal(running)))))
                    .containsExactly(RenewAnswer.RENEWED);
            Renewal forLonger =
                    new Renewal(running.id(), 1, running.claimId(), Commands.LEASE, Commands.RETENTION.multipliedBy(2));
            assertThat(Commands.now(store.renew(List.of(forLonger)))).containsExactly(RenewAnswer.RENEWED);
            assertThat(Commands.now(store.claim(Commands.claim(running.id()))))
                    .isInstanceOf(ClaimAnswer.InProgress.class);
            assertThat(Commands.now(store.finish(Commands.completes(running, new byte[1024]))))
                    .isInstanceOf(FinishAnswer.Applied.class);
            assertThat(Commands.now(store.finish(Commands.doubts(doubtful)))).isInstanceOf(FinishAnswer.Applied.class);
            assertThat(Commands.now(store.claim(Commands.claim(running.id())))).isInstanceOf(ClaimAnswer.Final.class);
        }
    }
}
