// SPDX-License-Identifier: Apache-2.0
package dev.semel.examples.payments.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The pause before a process is started again")
class PausesTest {

    private final Pauses pauses = new Pauses();

    private List<Long> afterCrashes(int crashes) {
        return Stream.generate(() -> pauses.after(Duration.ofSeconds(1)))
                .limit(crashes)
                .map(Duration::toMillis)
                .toList();
    }

    @Test
    @DisplayName("grows with every crash in a row, has an end, and is none again after a life of some length")
    void grows() {
        assertThat(afterCrashes(5)).containsExactly(0L, 250L, 500L, 1_000L, 2_000L);
        assertThat(afterCrashes(20)).isSorted().endsWith(Pauses.LONGEST.toMillis());
        assertThat(pauses.after(Pauses.A_WHILE)).isZero();
        assertThat(afterCrashes(2)).containsExactly(250L, 500L);
    }
}
