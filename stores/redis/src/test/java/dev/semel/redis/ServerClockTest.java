// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is known of Redis' clock")
class ServerClockTest {

    private static final long START = 1_763_200_000_000L;
    private static final long DAY = 86_400_000;

    @Test
    @DisplayName("R12: goes on from what was heard, whatever the application's own clock shows")
    void goesOn() {
        ServerClock clock = new ServerClock(START + DAY);

        assertThat(clock.millis()).isBetween(START + DAY, START + DAY + 60_000);
        assertThat(clock.isToBeAsked(System.nanoTime()))
                .as("it was heard just now")
                .isFalse();
    }

    @Test
    @DisplayName("R12: follows a step of the server's clock, ahead or back, at the next answer")
    void follows() {
        ServerClock clock = new ServerClock(START);

        clock.heard(START + DAY);
        assertThat(clock.millis()).isBetween(START + DAY, START + DAY + 60_000);
        clock.heard(START - DAY);
        assertThat(clock.millis()).isBetween(START - DAY, START - DAY + 60_000);
    }
}
