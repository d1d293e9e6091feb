// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Manual timers")
class ManualTimersTest {

    private final ManualTimers timers = ManualTimers.create();
    private final List<String> ran = new ArrayList<>();

    private Timers.Alarm at(int seconds, String name) {
        return timers.schedule(
                Duration.ofSeconds(seconds),
                () -> ran.add(
                        name + " at " + Duration.ofNanos(timers.nanoTime()).toSeconds()));
    }

    @Test
    @DisplayName("run what is due in order, each at its own time, and nothing by themselves")
    void inOrder() {
        at(3, "c");
        at(1, "a");
        at(1, "b");
        at(9, "never");
        assertThat(ran).isEmpty();
        timers.advance(Duration.ofSeconds(5));
        assertThat(ran).containsExactly("a at 1", "b at 1", "c at 3");
        assertThat(timers.nanoTime()).isEqualTo(Duration.ofSeconds(5).toNanos());
        assertThat(timers.untilNext()).contains(Duration.ofSeconds(4));
    }

    @Test
    @DisplayName("run what a task schedules, if that becomes due in the same step")
    void chained() {
        timers.schedule(Duration.ofSeconds(1), () -> at(1, "second"));
        timers.schedule(Duration.ofSeconds(1), () -> at(7, "later"));
        timers.advance(Duration.ofSeconds(3));
        assertThat(ran).containsExactly("second at 2");
        assertThat(timers.scheduled()).isEqualTo(1);
    }

    @Test
    @DisplayName("do not run what was cancelled, also by an earlier task")
    void cancelled() {
        at(1, "cancelled").cancel();
        Timers.Alarm later = at(3, "cancelled by a task");
        timers.schedule(Duration.ofSeconds(2), later::cancel);
        timers.advance(Duration.ofSeconds(5));
        assertThat(ran).isEmpty();
        assertThat(timers.scheduled()).isZero();
        assertThat(timers.untilNext()).isEmpty();
    }

    @Test
    @DisplayName("run what has no delay when time is next moved, even by nothing")
    void noDelay() {
        at(0, "now");
        timers.schedule(Duration.ofSeconds(-1), () -> ran.add("overdue"));
        assertThat(ran).isEmpty();
        timers.runDue();
        assertThat(ran).containsExactly("now at 0", "overdue");
    }

    @Test
    @DisplayName("only move forward")
    void forward() {
        assertThatThrownBy(() -> timers.advance(Duration.ofSeconds(-1))).hasMessageContaining("forward");
    }

    @Test
    @DisplayName("may overflow, as a monotonic clock may")
    void overflow() {
        ManualTimers late = ManualTimers.startingAt(Long.MAX_VALUE);
        late.schedule(Duration.ofSeconds(1), () -> ran.add("after the overflow"));
        late.advance(Duration.ofSeconds(2));
        assertThat(ran).containsExactly("after the overflow");
        assertThat(late.nanoTime()).isNegative();
    }
}
