// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A back-off")
class BackoffTest {

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1));

    @Test
    @DisplayName("doubles its pauses from the shortest to the longest, each at least half and at most full")
    void doubles() {
        for (int tries = 1; tries <= 100; tries++) {
            long full = Math.min(1_000, 20L << Math.min(tries - 1, 20));
            for (int salt : new int[] {0, 1, -1, 12345, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                assertThat(BACKOFF.after(tries, salt).toMillis()).isBetween(full / 2, full);
            }
        }
    }

    @Test
    @DisplayName("repeats itself for the same salt, so that a simulation can repeat it")
    void repeats() {
        assertThat(BACKOFF.after(3, 42)).isEqualTo(BACKOFF.after(3, 42));
    }

    @Test
    @DisplayName("spreads callers of different salts")
    void spreads() {
        long different = IntStream.range(0, 1_000)
                .mapToObj(salt -> BACKOFF.after(5, salt))
                .distinct()
                .count();
        assertThat(different).isGreaterThan(500);
    }

    @Test
    @DisplayName("does not overflow with pauses of days")
    void longPauses() {
        Backoff slow = new Backoff(Duration.ofHours(6), Duration.ofDays(4));
        assertThat(slow.after(5, 7)).isBetween(Duration.ofDays(2), Duration.ofDays(4));
        assertThat(slow.after(50, 7)).isBetween(Duration.ofDays(2), Duration.ofDays(4));
    }
}
