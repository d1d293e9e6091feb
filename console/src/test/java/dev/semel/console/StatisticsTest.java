// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Execution;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.LateRetry;
import dev.semel.Operation;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.Ticket;
import dev.semel.event.AdmissionEvent;
import dev.semel.event.KeyRef;
import dev.semel.event.TicketEvent;
import dev.semel.key.KeyHash;
import dev.semel.memory.MemoryStore;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import dev.semel.testkit.FaultyStore;
import dev.semel.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The console's statistics")
class StatisticsTest {

    /** A UUID of version 7 says when it was made. */
    private static final String OF_2024 = "018f3c1a-7b2e-7d4c-9a6b-3e5f7a9c1d20";

    private final ManualClock clock = ManualClock.create();
    private final Statistics statistics = new Statistics(clock);

    private static KeyRef key(String operation) {
        return new KeyRef(
                new RecordId(new Tenant("t"), operation, new IdempotencyKey("k")), KeyHash.randomPerProcess());
    }

    private void runs(String operation, Reason reason) {
        statistics.on(new AdmissionEvent.Granted(key(operation), 1, reason));
    }

    private void ends(State state, Duration took) {
        statistics.on(new TicketEvent.Ended(key("a"), 1, state, took));
    }

    @Test
    @DisplayName("R36: tell new attempts from those that took over, for each operation and for all")
    void counts() {
        runs("a", Reason.FIRST);
        runs("a", Reason.RELEASED);
        runs("b", Reason.LEASE_LAPSED);
        ends(State.IN_DOUBT, Duration.ofMillis(5));

        Statistics.Reading reading = statistics.read();

        assertThat(reading.counters())
                .containsEntry(Outcome.NEW, 2L)
                .containsEntry(Outcome.TAKEN_OVER, 1L)
                .containsEntry(Outcome.IN_DOUBT, 1L)
                .doesNotContainKey(Outcome.REPLAYED);
        assertThat(reading.operations().get("b")).containsOnlyKeys(Outcome.TAKEN_OVER);
    }

    @Test
    @DisplayName("R36: hear of the engine who took over, whose key was too old, and what ran unprotected")
    void rarer() throws Exception {
        FaultyStore store = FaultyStore.around(MemoryStore.on(clock));
        Operation operation = Operation.named("a")
                .inDoubt(InDoubt.rerun())
                .lateRetry(LateRetry.refuse())
                .failOpen()
                .build();
        try (Idempotency engine = Idempotency.builder(store)
                .operations(operation)
                .listener(statistics)
                .build()) {
            Intent doubtful = intent(operation, "6f0f2a3e-93a4-4d6c-9f1e-0a1b2c3d4e5f");
            assertThatThrownBy(() -> engine.execute(doubtful, ticket -> {
                        throw new IllegalStateException("nobody knows");
                    }))
                    .hasMessage("nobody knows");
            Execution again = engine.execute(doubtful, StatisticsTest::done);
            Execution late = engine.execute(intent(operation, OF_2024), StatisticsTest::done);
            store.down();
            Execution bare =
                    engine.execute(intent(operation, "1c9b7a58-2d4e-4f6a-8b0c-5d6e7f8091a2"), StatisticsTest::done);
            assertThat(List.of(again, late, bare)).doesNotContainNull();
        }

        assertThat(statistics.read().counters())
                .containsEntry(Outcome.NEW, 1L)
                .containsEntry(Outcome.TAKEN_OVER, 1L)
                .containsEntry(Outcome.EXPIRED_KEY, 1L)
                .containsEntry(Outcome.UNPROTECTED, 1L);
    }

    private static Intent intent(Operation operation, String key) {
        return new Intent(operation, new Tenant("t"), new IdempotencyKey(key), Fingerprint.of("x"));
    }

    private static dev.semel.Outcome done(Ticket ticket) {
        return dev.semel.Outcome.completed(Saved.of("text/plain", new byte[] {'x'}));
    }

    @Test
    @DisplayName(
            "R36: close an interval every five seconds, whether something happened or not, and keep ten minutes of them")
    void keepsHistory() {
        runs("a", Reason.FIRST);
        clock.advance(Duration.ofSeconds(7));
        runs("a", Reason.FIRST);
        clock.advance(Duration.ofSeconds(4));

        List<Statistics.Sample> history = statistics.read().history();

        assertThat(history)
                .extracting(sample -> sample.counters().get(Outcome.NEW))
                .containsExactly(1L, 2L);
        Instant start = Instant.parse("2025-01-01T00:00:00Z");
        assertThat(history)
                .extracting(Statistics.Sample::at)
                .containsExactly(start.plusSeconds(5), start.plusSeconds(10));
        clock.advance(Duration.ofDays(400));
        assertThat(statistics.read().history()).hasSize(Statistics.INTERVALS);
        assertThat(statistics.read().history().get(0).at())
                .isAfter(clock.instant().minus(Duration.ofMinutes(11)));
    }

    @Test
    @DisplayName("R36: know the latency of the last minute within an eighth, and forget what is older")
    void quantiles() {
        for (int i = 1; i <= 100; i++) {
            ends(State.COMPLETED, Duration.ofMillis(i));
        }
        Histogram latency = statistics.read().latency();
        assertThat(latency.count()).isEqualTo(100);
        assertThat(latency.quantile(0.5)).isBetween(0.050, 0.057);
        assertThat(latency.quantile(0.99)).isBetween(0.099, 0.112);
        clock.advance(Duration.ofSeconds(50));
        assertThat(statistics.read().latency().count()).isEqualTo(100);
        clock.advance(Duration.ofSeconds(15));
        assertThat(statistics.read().latency().count()).isZero();
    }

    @Test
    @DisplayName("have a bucket for every length of time, and none that is more than an eighth too wide")
    void buckets() {
        for (long micros = 0; micros < 4_000_000_000_000L; micros = micros * 9 / 8 + 1) {
            long end = Histogram.upperEnd(Histogram.bucket(micros));
            assertThat(end).isBetween(micros, micros + micros / 8);
        }
        assertThat(Histogram.bucket(Long.MAX_VALUE)).isEqualTo(319);
    }

    @Test
    @DisplayName("R29: do not fill the memory with operations that somebody makes up")
    void boundsOperations() {
        for (int i = 0; i < 1_000; i++) {
            runs("made-up-" + i, Reason.FIRST);
        }
        Statistics.Reading reading = statistics.read();
        assertThat(reading.operations()).hasSize(201);
        assertThat(reading.operations().get("other")).containsEntry(Outcome.NEW, 800L);
    }
}
