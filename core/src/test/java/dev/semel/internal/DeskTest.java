// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The desk of a caller that waits")
class DeskTest {

    private static final long LONG = TimeUnit.MINUTES.toNanos(1);

    private final List<Runnable> elsewhere = new ArrayList<>();
    private final CompletableFuture<Thread> answer = new CompletableFuture<>();

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private Desk open() {
        return Desk.open(elsewhere::add);
    }

    private void bring(Desk desk, Runnable task) {
        new Thread(() -> desk.execute(task)).start();
    }

    @Test
    @DisplayName("is where what others bring is done, by the caller itself")
    void doneByTheCaller() throws Exception {
        try (Desk desk = open()) {
            bring(desk, () -> answer.complete(Thread.currentThread()));
            assertThat(desk.await(answer, LONG)).isSameAs(Thread.currentThread());
        }
        assertThat(elsewhere).isEmpty();
    }

    @Test
    @DisplayName("is left when the answer comes from elsewhere")
    void answeredElsewhere() throws Exception {
        try (Desk desk = open()) {
            Thread other = new Thread(() -> answer.complete(Thread.currentThread()));
            other.start();
            assertThat(desk.await(answer, LONG)).isSameAs(other);
        }
    }

    @Test
    @DisplayName(
            "T8, R18: loses nothing: what is not done when the caller goes, and what comes later, is done elsewhere")
    void leftUndone() {
        Desk desk = open();
        desk.execute(() -> {});
        desk.close();
        assertThat(elsewhere).hasSize(1);
        desk.execute(() -> {});
        assertThat(elsewhere).hasSize(2);
    }

    @Test
    @DisplayName("lets a task that fails harm nobody")
    void failingTask() throws Exception {
        try (Desk desk = open()) {
            desk.execute(() -> {
                throw new IllegalStateException("a defect, on purpose");
            });
            desk.execute(() -> answer.complete(Thread.currentThread()));
            assertThat(desk.await(answer, LONG)).isSameAs(Thread.currentThread());
        }
    }

    @Test
    @DisplayName("is left by an interrupt, and when the time is up")
    void interrupted() {
        try (Desk desk = open()) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> desk.await(answer, LONG)).isInstanceOf(InterruptedException.class);
            assertThatThrownBy(() -> desk.await(answer, 1)).isInstanceOf(TimeoutException.class);
        }
    }

    @Test
    @DisplayName("is this thread's until it is closed; within another one, too")
    void here() {
        assertThat(Desk.here()).isNull();
        try (Desk outer = open()) {
            try (Desk inner = open()) {
                assertThat(Desk.here()).isSameAs(inner);
            }
            assertThat(Desk.here()).isSameAs(outer);
        }
        assertThat(Desk.here()).isNull();
    }
}
