// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Completion;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A caller that blocks until its ending is recorded")
class BlockingTest {

    private static final Completion LOST = new Completion.Lost(Losers.stillUnknown());
    private static final Completion UNRECORDED = new Completion.Unrecorded();

    private final CompletableFuture<Completion> never = new CompletableFuture<>();

    private final Desk desk = Desk.open(Runnable::run);

    @AfterEach
    void clearInterrupt() {
        desk.close();
        Thread.interrupted();
    }

    @Test
    @DisplayName("R10: gets what its ticket knows when the wait is over without an answer")
    void timeIsUp() {
        assertThat(Blocking.completion(desk, never, Duration.ZERO, () -> LOST)).isSameAs(LOST);
        assertThat(Blocking.completion(desk, never, Duration.ofMillis(1), () -> UNRECORDED))
                .isSameAs(UNRECORDED);
    }

    @Test
    @DisplayName("R10: gets it as well when it is interrupted, and keeps its flag")
    void interrupted() {
        Thread.currentThread().interrupt();
        assertThat(Blocking.completion(desk, never, Duration.ofMillis(1), () -> LOST))
                .isSameAs(LOST);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    @DisplayName("R18: is not told of an interrupt instead of an ending that is recorded already")
    void recordedAlready() {
        Thread.currentThread().interrupt();
        assertThat(Blocking.completion(desk, CompletableFuture.completedFuture(UNRECORDED), Duration.ZERO, () -> LOST))
                .isSameAs(UNRECORDED);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }
}
