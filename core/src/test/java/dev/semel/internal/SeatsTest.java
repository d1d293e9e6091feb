// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Seats")
class SeatsTest {

    @Test
    @DisplayName("R29: who finds none is turned away at once, and a seat that is left can be taken again")
    void bounded() {
        Seats seats = new Seats(2);
        assertThat(seats.take()).isTrue();
        assertThat(seats.take()).isTrue();
        assertThat(seats.take()).isFalse();
        seats.leave();
        assertThat(seats.take()).isTrue();
        assertThat(seats.taken()).isEqualTo(2);
    }

    @Test
    @DisplayName("of none refuse everybody")
    void none() {
        Seats seats = new Seats(0);
        assertThat(seats.take()).isFalse();
        assertThat(seats.taken()).isZero();
    }

    @Test
    @DisplayName("are awaited until the last is left, and no longer than allowed")
    void awaited() throws Exception {
        Seats seats = new Seats(1);
        assertThat(seats.awaitEmpty(Duration.ZERO)).isTrue();
        seats.take();
        assertThat(seats.awaitEmpty(Duration.ZERO)).isFalse();
        CompletableFuture<Boolean> empty = CompletableFuture.supplyAsync(() -> await(seats));
        seats.leave();
        assertThat(empty.get(30, TimeUnit.SECONDS)).isTrue();
    }

    private static boolean await(Seats seats) {
        try {
            return seats.awaitEmpty(Duration.ofSeconds(60));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
