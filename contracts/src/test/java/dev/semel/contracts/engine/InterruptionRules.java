// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Unavailable;
import dev.semel.Execution;
import dev.semel.InFlight;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.Ticket;
import dev.semel.state.State;
import dev.semel.testkit.Fault;
import dev.semel.testkit.Strike;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Blocking callers that are interrupted. */
abstract class InterruptionRules extends EngineRules {

    private final Intent intent = Scene.intent();

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private void assertInterrupted() {
        assertThat(Thread.interrupted()).as("the interrupt flag").isTrue();
    }

    @Test
    @DisplayName("R18: an interrupted admission is told so, keeps its flag, and its ticket is given back")
    void interruptedAdmission() {
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onClaim();
        Thread.currentThread().interrupt();
        Expect.unavailable(scene().engine().admit(intent), Unavailable.Cause.INTERRUPTED);
        assertInterrupted();
        slow.letGo();
        assertThat(scene().record(intent).state()).isEqualTo(State.RELEASED);
        scene().passSeconds(60);
        assertThat(scene().log().renewals()).isEmpty();
    }

    @Test
    @DisplayName("R18, R28: so is one that would not hold its thread for another's attempt")
    void interruptedOnTheWayToWait() {
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onClaim();
        Thread.currentThread().interrupt();
        Expect.unavailable(Now.of(scene().engine().admitOrWait(intent)), Unavailable.Cause.INTERRUPTED);
        assertInterrupted();
        slow.letGo();
        assertThat(scene().record(intent).state()).isEqualTo(State.RELEASED);
    }

    @Test
    @DisplayName("R18, R28: an interrupted waiter leaves its place at once, and no claim behind")
    void interruptedWaiter() {
        Intent waiting =
                Scene.intent(Scene.charges(policy -> policy.inFlight(InFlight.waitUpTo(Duration.ofSeconds(60)))));
        scene().open(settings -> settings.mostWaiters(1));
        Ticket winner = scene().run(waiting);
        for (int i = 0; i < 2; i++) {
            Thread.currentThread().interrupt();
            Expect.unavailable(scene().engine().admit(waiting), Unavailable.Cause.INTERRUPTED);
            assertInterrupted();
        }
        scene().log().forget();
        Expect.recorded(winner.release());
        assertThat(scene().log().claims()).isEmpty();
        assertThat(scene().record(waiting).state()).isEqualTo(State.RELEASED);
        Expect.run(scene().admit(waiting));
    }

    @Test
    @DisplayName("R18: an interrupted handler that finishes is recorded, and its caller keeps its flag")
    void interruptedHandler() throws Exception {
        Execution execution = scene().engine().execute(intent, ticket -> {
            Thread.currentThread().interrupt();
            return Outcome.completed(Expect.saved("paid"));
        });
        assertInterrupted();
        assertThat(Expect.text(Expect.answered(execution).saved())).isEqualTo("paid");
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("paid");
    }

    /** Executes on a thread of its own, which the handler interrupts: what came of it, and that its flag was kept. */
    private CompletableFuture<Execution> interrupted(Consumer<Ticket> work) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                Execution execution = scene().engine().execute(intent, ticket -> {
                    Thread self = Thread.currentThread();
                    ticket.onLost(self::interrupt);
                    work.accept(ticket);
                    self.interrupt();
                    return Outcome.completed(Expect.saved("my own"));
                });
                assertInterrupted();
                return execution;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    @DisplayName("R18: a caller that is interrupted while its completion is on its way hears of it, and keeps its flag")
    void interruptedWhileRecording() {
        Strike slow = scene().store().next(Fault.REQUEST_DELAYED).onFinish();
        CompletableFuture<Execution> execution = interrupted(ticket -> {});
        Now.later(slow.struck());
        slow.letGo();
        assertThat(Expect.text(Expect.answered(Now.later(execution)).saved())).isEqualTo("my own");
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("my own");
    }

    @Test
    @DisplayName("R17, R18: one whose completion is not confirmed goes on when its wait is over, and so does recording")
    void interruptedWithoutAnswer() {
        Strike slow = scene().store().next(Fault.REQUEST_DELAYED).onFinish();
        CompletableFuture<Execution> execution = interrupted(ticket -> {});
        Now.later(slow.struck());
        passTheCompletionWait();
        assertThat(Expect.text(Expect.answered(Now.later(execution)).saved())).isEqualTo("my own");
        slow.letGo();
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("my own");
    }

    /** The wait begins on the caller's thread, a moment after the store was asked, with the alarm of the call's limit. */
    private void passTheCompletionWait() {
        Now.until("the caller waits", () -> scene().time().timers().scheduled() >= 2);
        scene().passSeconds(2);
    }

    @Test
    @DisplayName("R10: an attempt that was taken over, told so and interrupted sends nothing of its own")
    void interruptedByItsLoss() {
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onFinish();
        CompletableFuture<Execution> execution = interrupted(ticket -> {
            scene().time().pauseProcess(Duration.ofSeconds(31));
            scene().elsewhere().completes(scene().elsewhere().claims(intent), Expect.saved("the successor's"));
            scene().passSeconds(11);
        });
        Now.later(slow.struck());
        slow.letGo();
        Execution.Answered answered = Expect.answered(Now.later(execution));
        assertThat(answered.replayed()).isTrue();
        assertThat(Expect.text(answered.saved())).isEqualTo("the successor's");
    }

    @Test
    @DisplayName("R18: a blocking admission that is decided at once does not mind the flag")
    void decidedAtOnce() {
        Thread.currentThread().interrupt();
        Admission admission = scene().engine().admit(intent);
        assertInterrupted();
        Expect.run(admission);
    }

    @Test
    @DisplayName("R29: a blocking admission comes back as soon as it is decided elsewhere")
    void blocksUntilDecided() {
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onClaim();
        CompletableFuture<Admission> admitted =
                CompletableFuture.supplyAsync(() -> scene().engine().admit(intent));
        Now.later(slow.struck());
        slow.letGo();
        Expect.run(Now.later(admitted));
    }
}
