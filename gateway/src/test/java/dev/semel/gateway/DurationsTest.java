// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Lengths of time")
class DurationsTest {

    @ParameterizedTest(name = "{0} is about {1}")
    @CsvSource({
        "PT0.9S, 0s",
        "PT59S, 59s",
        "PT1M, 1m",
        "PT61S, 1m 1s",
        "PT2H, 2h",
        "PT2H3M4S, 2h 3m",
        "PT86399S, 23h 59m",
        "PT24H, 1d",
        "PT93784S, 1d 2h",
        "P400D, 400d"
    })
    void rough(Duration duration, String words) {
        assertThat(Durations.rough(duration)).isEqualTo(words);
    }
}
