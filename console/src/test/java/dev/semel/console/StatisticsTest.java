// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.event.AdmissionEvent;
import dev.semel.event.KeyRef;
import dev.semel.event.TicketEvent;
import dev.semel.key.KeyHash;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import dev.semel.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The console's statistics")
class StatisticsTest {

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
