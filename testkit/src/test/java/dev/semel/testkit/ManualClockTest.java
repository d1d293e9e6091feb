// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A manual clock")
class ManualClockTest {

    private final ManualClock clock = ManualClock.startingAt(Instant.EPOCH);

    @Test
    @DisplayName("stands still until it is moved")
    void standsStill() {
        assertThat(clock.instant()).isEqualTo(Instant.EPOCH).isEqualTo(clock.instant());
        assertThat(ManualClock.create().instant()).isEqualTo(Instant.parse("2025-01-01T00:00:00Z"));
    }

    @Test
    @DisplayName("moves by a duration or to an instant")
    void moves() {
        assertThat(clock.advance(Duration.ofSeconds(30))).isEqualTo(Instant.ofEpochSecond(30));
        clock.advanceTo(Instant.ofEpochSecond(90));
        clock.advanceTo(Instant.ofEpochSecond(90));

        assertThat(clock.instant()).isEqualTo(Instant.ofEpochSecond(90));
        assertThat(clock).hasToString("ManualClock[1970-01-01T00:01:30Z]");
    }

    @Test
    @DisplayName("never goes back: it says so and stays where it is")
    void neverBack() {
        clock.advance(Duration.ofSeconds(10));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.advance(Duration.ofNanos(-1)))
                .withMessageContaining("only moves forward");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.advanceTo(Instant.ofEpochSecond(9)))
                .withMessageContaining("only moves forward");
        assertThat(clock.instant()).isEqualTo(Instant.ofEpochSecond(10));
    }
}
