// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Manual time")
class ManualTimeTest {

    @Test
    @DisplayName("moves the store's clock and the process's timers together: an alarm sees both at its moment")
    void together() {
        ManualTime time = ManualTime.together();
        Instant start = time.clock().instant();
        List<Instant> seen = new ArrayList<>();
        time.timers()
                .schedule(Duration.ofSeconds(3), () -> seen.add(time.clock().instant()));
        time.advance(Duration.ofSeconds(10));
        assertThat(seen).containsExactly(start.plusSeconds(3));
        assertThat(time.clock().instant()).isEqualTo(start.plusSeconds(10));
        assertThat(time.timers().nanoTime()).isEqualTo(Duration.ofSeconds(10).toNanos());
    }

    @Test
    @DisplayName("lets them drift: a process at half speed sees half of the time")
    void drifting() {
        ManualTime time = ManualTime.drifting(0.5);
        Instant start = time.clock().instant();
        List<Instant> seen = new ArrayList<>();
        time.timers()
                .schedule(Duration.ofSeconds(3), () -> seen.add(time.clock().instant()));
        time.advance(Duration.ofSeconds(10));
        assertThat(seen).containsExactly(start.plusSeconds(6));
        assertThat(time.timers().nanoTime()).isEqualTo(Duration.ofSeconds(5).toNanos());
    }

    @Test
    @DisplayName("lets the process stand still")
    void paused() {
        ManualTime time = ManualTime.together();
        Instant start = time.clock().instant();
        time.pauseProcess(Duration.ofDays(1));
        assertThat(time.clock().instant()).isEqualTo(start.plus(Duration.ofDays(1)));
        assertThat(time.timers().nanoTime()).isZero();
    }

    @Test
    @DisplayName("does not run backwards")
    void backwards() {
        assertThatThrownBy(() -> ManualTime.drifting(0)).hasMessageContaining("above 0");
        assertThatThrownBy(() -> ManualTime.drifting(Double.NaN)).hasMessageContaining("above 0");
    }

    @Test
    @DisplayName("R12: time that is moved back is a mistake of the test, and said so")
    void neverBack() {
        assertThatThrownBy(() -> ManualTime.together().advance(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("forward");
    }
}
