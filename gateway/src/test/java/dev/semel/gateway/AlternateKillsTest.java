// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.Rounds;
import dev.semel.key.KeyMaker;
import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import dev.semel.servers.RedisProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code -Dsemel.seed} repeats a schedule, as far as processes let themselves be repeated. */
@Tag("http")
@DisplayName("Two gateways that are killed alternately under load")
class AlternateKillsTest {

    private static final int KEYS_A_ROUND = 60;
    private static final int SLOW_A_ROUND = 2;
    private static final Duration MOMENT = Duration.ofMillis(20);

    /** Well below the lease: a machine that stands still for a while is no reason for a test to fail. */
    private static final Duration LONGEST_WORK = Duration.ofMillis(2_500);

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final long seed = Long.getLong("semel.seed", 20_260_101);
    private final Random random = new Random(seed);
    private final KeyMaker maker = KeyMaker.uuidV7();
    private final Witness witness = new Witness();
    private final Labour labour = new Labour(MOMENT, LONGEST_WORK);

    @TempDir
    Path folder;

    @Test
    @DisplayName(
            "R8, R10, R35: on one Redis never let a key run beside itself or have two answers, and forget no answer")
    void redis() throws Exception {
        try (RedisProcess server = RedisProcess.start("--appendonly", "yes")) {
            killAlternately("redis", "url: " + server.uri());
        }
    }

    @Test
    @DisplayName(
            "R8, R10, R35: on one PostgreSQL never let a key run beside itself or have two answers, and forget no answer")
    void postgresql() throws Exception {
        Database server = Postgres.server();
        killAlternately(
                "postgresql",
                "url: " + server.url() + "\n  user: " + server.user() + "\n  password: '" + server.password() + "'");
    }

    private void killAlternately(String type, String settings) throws Exception {
        int rounds = Rounds.of("gateway.alternateKills");
        List<String> all = new ArrayList<>();
        try (CountingUpstream upstream = new CountingUpstream(witness, labour::of);
                GatewayPair pair = new GatewayPair(configuration(type, settings, upstream.uri()), folder);
                Clients clients = new Clients(witness, pair::uri, GatewayPair.PLACES);
                // Others must not keep them from asking again at once.
                Clients impatient = new Clients(witness, pair::uri, GatewayPair.PLACES)) {
            for (int round = 0; round < rounds; round++) {
                List<String> keys =
                        Stream.generate(maker::next).limit(KEYS_A_ROUND).toList();
                all.addAll(keys);
                labour.isLongFor(keys.subList(0, SLOW_A_ROUND));
                int enough = witness.runs() + 5 + random.nextInt(KEYS_A_ROUND - 20);
                // First, so that the kill comes into the middle of their work.
                impatient.ask(keys.subList(0, SLOW_A_ROUND));
                clients.ask(keys.subList(SLOW_A_ROUND, KEYS_A_ROUND));
                awaitRuns(enough);
                pair.killAndReplace(round % GatewayPair.PLACES);
            }
            impatient.awaitAnswers();
            clients.awaitAnswers();
            clients.askAgain(all);
            clients.awaitAnswers();
        }
        assertThat(witness.findings()).isEmpty();
        assertThat(witness.reruns())
                .as("keys that ran again because a gateway died over them: the kills hit something")
                .isPositive();
        assertThat(labour.reruns(witness))
                .as(
                        "keys whose work went on for long when their gateway died: whoever took over too early would be found")
                .isPositive();
        System.out.println("gateways killed on " + type + ": " + rounds + " rounds, seed " + seed + ", " + all.size()
                + " keys, " + witness.reruns() + " of them ran again, " + labour.reruns(witness) + " after long work");
    }

    /** The upstream has begun so many runs; not always is it in the middle of as many. */
    private void awaitRuns(int enough) {
        for (int looks = 0; witness.runs() < enough; looks++) {
            if (looks > PATIENCE.toMillis()) {
                throw new AssertionError("the upstream is asked for nothing");
            }
            LockSupport.parkNanos(1_000_000);
        }
        LockSupport.parkNanos(random.nextInt(15_000_000));
    }

    private Path configuration(String type, String settings, URI upstream) throws IOException {
        Path file = folder.resolve("semel.yaml");
        Files.writeString(file, """
                listen: 127.0.0.1:0
                tenant:
                  constant: all
                store:
                  type: %s
                  %s
                upstreams:
                  counting:
                    server: %s
                    timeout: 4s
                routes:
                  - path: /charges
                    operation: charges.create
                    lease: 4s
                    completion-wait: 4s
                    in-doubt: rerun
                    forward-key: own
                """.formatted(type, settings, upstream));
        return file;
    }
}
