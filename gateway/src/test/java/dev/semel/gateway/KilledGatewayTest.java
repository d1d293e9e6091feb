// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.Rounds;
import dev.semel.key.KeyMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("http")
@DisplayName("A gateway that is killed under load and started again on its SQLite file")
class KilledGatewayTest {

    private static final int KEYS = 200;
    private static final int SLOW_KEYS = 4;

    /** Longer than the next gateway takes to start, and shorter than the lease. */
    private static final Duration LONGEST_WORK = Duration.ofMillis(2_500);

    private final KeyMaker maker = KeyMaker.uuidV7();
    private final Witness witness = new Witness();
    private final Labour labour = new Labour(Duration.ofMillis(5), LONGEST_WORK);
    private final AtomicReference<GatewayProcess> gateway = new AtomicReference<>();

    @TempDir
    Path folder;

    @Test
    @DisplayName("R12, R15, T6, T7: replays every answer that it had given, and never lets a key run beside itself")
    void killed() throws Exception {
        try (CountingUpstream upstream = new CountingUpstream(witness, labour::of);
                Clients clients = new Clients(witness, place -> gateway.get().uri(), 1)) {
            Path configuration = configure(upstream);
            gateway.set(GatewayProcess.start(configuration));
            for (int round = 0; round < Rounds.of("gateway.kills"); round++) {
                round(configuration, clients);
            }
        } finally {
            gateway.get().kill();
        }
        assertThat(witness.findings()).isEmpty();
        assertThat(labour.reruns(witness))
                .as(
                        "keys whose work went on for long when their gateway died: whoever took over too early would be found")
                .isPositive();
    }

    private void round(Path configuration, Clients clients) throws Exception {
        List<String> mine = Stream.generate(maker::next).limit(KEYS).toList();
        int enough = witness.runs() + ThreadLocalRandom.current().nextInt(10, KEYS - 20);
        // They are asked for first, so that the kill comes into the middle of their work.
        labour.isLongFor(mine.subList(0, SLOW_KEYS));
        clients.ask(mine);
        while (witness.runs() < enough) {
            LockSupport.parkNanos(1_000_000);
        }
        gateway.get().kill();
        gateway.set(GatewayProcess.start(configuration));
        clients.awaitAnswers();
        clients.askAgain(mine);
        clients.awaitAnswers();
    }

    private Path configure(CountingUpstream upstream) throws IOException {
        Path file = folder.resolve("semel.yaml");
        Files.writeString(file, """
                listen: 127.0.0.1:0
                admin: off
                tenant:
                  constant: all
                store:
                  type: sqlite
                  file: semel.db
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
                """.formatted(upstream.uri()));
        return file;
    }
}
