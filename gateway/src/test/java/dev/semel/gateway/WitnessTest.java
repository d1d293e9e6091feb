// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.key.KeyMaker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("http")
@DisplayName("The witness of the gateways' tests")
class WitnessTest {

    private final Witness witness = new Witness();

    @Test
    @DisplayName("finds nothing in a run, its answer and its replay, nor in a run that a kill made necessary")
    void good() {
        witness.begins("a");
        witness.ends("a");
        witness.begins("a");
        witness.ends("a");
        witness.answered("a", "run 2");
        witness.askedAgain("a", 201, true, "run 2");

        assertThat(witness.findings()).isEmpty();
        assertThat(witness.reruns()).isEqualTo(1);
    }

    @Test
    @DisplayName("finds a key that runs beside itself, one that runs after its answer, and one with two answers")
    void forged() {
        witness.begins("a");
        witness.begins("a");
        witness.answered("b", "run 1");
        witness.begins("b");
        witness.answered("c", "run 1");
        witness.answered("c", "run 2");

        assertThat(witness.findings())
                .containsExactly(
                        "a runs twice at once", "b runs after it was answered", "c has two answers: run 1, run 2");
    }

    @Test
    @DisplayName("finds an answer that is not replayed, or not the same")
    void notReplayed() {
        witness.answered("a", "run 1");
        witness.askedAgain("a", 201, false, "run 2");
        witness.askedAgain("a", 409, false, "");
        witness.askedAgain("a", 201, true, "run 2");

        assertThat(witness.findings())
                .containsExactly(
                        "a had an answer, and its retry got a new 201",
                        "a had an answer, and its retry got a new 409",
                        "a has two answers: run 1, run 2");
    }

    @Test
    @DisplayName("finds what two gateways do that do not share their store")
    void notShared() throws Exception {
        try (CountingUpstream upstream = new CountingUpstream(witness, Duration.ofMillis(20));
                Service one = Configured.inFrontOf(upstream.uri(), "{type: memory}");
                Service other = Configured.inFrontOf(upstream.uri(), "{type: memory}");
                Clients clients = new Clients(witness, place -> Configured.uri(place == 0 ? one : other), 2)) {
            clients.ask(List.of(KeyMaker.uuidV7().next()));
            clients.awaitAnswers();
        }
        assertThat(witness.findings()).anyMatch(finding -> finding.contains("has two answers"));
    }

    @Test
    @DisplayName("finds a run that begins while long work for its key goes on, as after a takeover that came too early")
    void tooEarly() throws Exception {
        String key = KeyMaker.uuidV7().next();
        Labour labour = new Labour(Duration.ofMillis(20), Duration.ofSeconds(5));
        labour.isLongFor(List.of(key));
        try (CountingUpstream upstream = new CountingUpstream(witness, labour::of);
                Service gateway =
                        Configured.open("store: {type: memory}\n" + Configured.routes(upstream.uri(), "200ms"));
                Clients clients = new Clients(witness, place -> Configured.uri(gateway), 1)) {
            clients.ask(List.of(key));
            while (witness.runs(key) < 2) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        assertThat(witness.findings()).contains(key + " runs twice at once");
        assertThat(labour.reruns(witness)).isEqualTo(1);
    }
}
