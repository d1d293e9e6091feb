// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Real timers")
class ThreadTimersTest {

    private static final long PATIENCE_SECONDS = 30;

    private final ThreadTimers timers = new ThreadTimers();

    /** The thread on which an alarm rings that is set now. */
    private Thread ring(Duration delay) throws Exception {
        CompletableFuture<Thread> rang = new CompletableFuture<>();
        timers.schedule(delay, () -> rang.complete(Thread.currentThread()));
        return rang.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("R17: an alarm rings that was set before the close, and one that is set after it")
    void ringsAfterClose() throws Exception {
        CompletableFuture<Boolean> before = new CompletableFuture<>();
        timers.schedule(Duration.ofMillis(300), () -> before.complete(true));
        timers.close();
        assertThat(before.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(ring(Duration.ofMillis(1)).isDaemon()).isTrue();
    }

    @Test
    @DisplayName("R29: a closed one leaves no thread behind when its last alarm has rung")
    void threadEnds() throws Exception {
        Thread thread = ring(Duration.ZERO);
        assertThat(ring(Duration.ZERO)).isSameAs(thread);
        timers.close();
        thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    @DisplayName("an alarm that is cancelled does not ring")
    void cancelled() throws Exception {
        CompletableFuture<Boolean> rang = new CompletableFuture<>();
        // An alarm that does not end holds up all others: the second one is cancelled in time, however long that takes.
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        timers.schedule(Duration.ZERO, cancelled::join);
        timers.schedule(Duration.ofNanos(1), () -> rang.complete(true)).cancel();
        cancelled.complete(null);

        ring(Duration.ofMillis(1));

        assertThat(rang).isNotDone();
        timers.close();
    }
}
