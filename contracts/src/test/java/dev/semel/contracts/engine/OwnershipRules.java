// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Conflict.Cause;
import dev.semel.Completion;
import dev.semel.Execution;
import dev.semel.Outcome;
import dev.semel.Ticket;
import dev.semel.event.TicketEvent.FailedTooLate;
import dev.semel.event.TicketEvent.FencedOut;
import dev.semel.state.KeyRecord;
import dev.semel.state.State;
import dev.semel.testkit.Call;
import dev.semel.testkit.Fault;
import dev.semel.testkit.Strike;
import java.io.IOException;
import java.time.Duration;
import java.util.ServiceConfigurationError;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The fence, as the holder of a ticket sees it. */
abstract class OwnershipRules extends EngineRules {

    private static final Duration BEYOND_LEASE = Duration.ofSeconds(31);

    @Test
    @DisplayName("R10: ownership counts from when the claim was sent, not from when it was answered")
    void claimCountsFromSending() {
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onClaim();
        CompletableFuture<Admission> asked = scene().ask(Scene.intent());
        scene().passMillis(1_500);
        slow.letGo();
        Ticket ticket = Expect.run(Now.of(asked));
        scene().store().down();
        scene().passMillis(28_499);
        assertThat(ticket.isOwner()).isTrue();
        scene().passMillis(1);
        assertThat(ticket.isOwner()).isFalse();
    }

    @Test
    @DisplayName("R10: an attempt that was taken over and finished gets the successor's answer, never its own")
    void getsSuccessorsAnswer() {
        Ticket ticket = scene().run(Scene.intent());
        scene().time().pauseProcess(BEYOND_LEASE);
        KeyRecord successor = scene().elsewhere().claims(Scene.intent());
        scene().elsewhere().completes(successor, Expect.saved("the successor's"));
        Admission instead = Expect.lost(ticket.complete(Expect.saved("my own")));
        assertThat(Expect.replay(instead)).isEqualTo("the successor's");
        assertThat(ticket.isOwner()).isFalse();
        assertThat(scene().events().all(FencedOut.class)).hasSize(1);
    }

    @Test
    @DisplayName("R10: so does one whose successor ran in the same process, byte for byte")
    void getsItsOwnProcessesAnswer() {
        Ticket ticket = scene().run(Scene.intent());
        scene().time().pauseProcess(BEYOND_LEASE);
        Expect.recorded(scene().run(Scene.intent()).complete(Expect.saved("the successor's")));
        Admission instead = Expect.lost(ticket.complete(Expect.saved("my own")));
        assertThat(Expect.a(Admission.Replay.class, instead).answer().saved())
                .isEqualTo(Expect.saved("the successor's"));
    }

    @Test
    @DisplayName("R10: an attempt whose successor still runs gets a conflict, and changes nothing")
    void successorStillRuns() {
        Ticket ticket = scene().run(Scene.intent());
        scene().time().pauseProcess(BEYOND_LEASE);
        KeyRecord successor = scene().elsewhere().claims(Scene.intent());
        Expect.conflict(Expect.lost(ticket.complete(Expect.saved("my own"))), Cause.IN_PROGRESS);
        assertThat(scene().record(Scene.intent())).isEqualTo(successor);
    }

    @Test
    @DisplayName("R10: a release that comes too late does not free the successor's key (T3)")
    void lateRelease() {
        Ticket ticket = scene().run(Scene.intent());
        scene().time().pauseProcess(BEYOND_LEASE);
        KeyRecord successor = scene().elsewhere().claims(Scene.intent());
        Expect.lost(ticket.release());
        assertThat(scene().record(Scene.intent())).isEqualTo(successor);
    }

    @Test
    @DisplayName("R10: execute gives a fenced-out caller the successor's answer as a replay")
    void executeGivesSuccessorsAnswer() throws Exception {
        Execution execution = scene().engine().execute(Scene.intent(), ticket -> {
            scene().time().pauseProcess(BEYOND_LEASE);
            KeyRecord successor = scene().elsewhere().claims(Scene.intent());
            scene().elsewhere().completes(successor, Expect.saved("the successor's"));
            return Outcome.completed(Expect.saved("my own"));
        });
        Execution.Answered answered = Expect.answered(execution);
        assertThat(answered.replayed()).isTrue();
        assertThat(Expect.text(answered.saved())).isEqualTo("the successor's");
    }

    /** Another process takes the key over from a paused attempt and completes it. */
    private void completedBySuccessor() {
        scene().time().pauseProcess(BEYOND_LEASE);
        KeyRecord successor = scene().elsewhere().claims(Scene.intent());
        scene().elsewhere().completes(successor, Expect.saved("the successor's"));
    }

    private void assertGotSuccessorsAnswer(Execution execution) {
        Execution.Answered answered = Expect.answered(execution);
        assertThat(answered.replayed()).isTrue();
        assertThat(Expect.text(answered.saved())).isEqualTo("the successor's");
        assertThat(scene().events().all(FailedTooLate.class))
                .extracting(FailedTooLate::failure)
                .containsExactly(IOException.class.getName());
    }

    @Test
    @DisplayName("R10: so it does when the fenced-out handler throws; its failure is told to observers alone")
    void executeThrowsTooLate() throws Exception {
        assertGotSuccessorsAnswer(scene().engine().execute(Scene.intent(), ticket -> {
            completedBySuccessor();
            throw new IOException("reset by the bank");
        }));
    }

    @Test
    @DisplayName("R10: so it does when the stage of a fenced-out handler fails")
    void executeAsyncFailsTooLate() {
        assertGotSuccessorsAnswer(Now.of(scene().engine().executeAsync(Scene.intent(), ticket -> {
            completedBySuccessor();
            return CompletableFuture.failedFuture(new IOException("reset by the bank"));
        })));
    }

    @Test
    @DisplayName("R10, R18: a fenced-out handler that was interrupted leaves its caller the interrupt flag")
    void interruptedTooLate() throws Exception {
        Execution execution = scene().engine().execute(Scene.intent(), ticket -> {
            completedBySuccessor();
            throw new InterruptedException("the lease was lost");
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Expect.answered(execution).replayed()).isTrue();
    }

    @Test
    @DisplayName("R10: a lapsed lease that nobody took over does not lose the fence")
    void lapsedIsNotLost() {
        Ticket ticket = scene().run(Scene.intent());
        scene().time().pauseProcess(Duration.ofMinutes(10));
        Expect.recorded(ticket.complete(Expect.saved("paid")));
        assertThat(Expect.replay(scene().admit(Scene.intent()))).isEqualTo("paid");
    }

    @Test
    @DisplayName("R10: who asks for the signal after the loss is told at once")
    void lateSignal() {
        Ticket ticket = scene().run(Scene.intent());
        scene().elsewhere().releases(scene().record(Scene.intent()));
        scene().passSeconds(10);
        AtomicInteger told = new AtomicInteger();
        ticket.onLost(told::incrementAndGet);
        assertThat(told).hasValue(1);
    }

    @Test
    @DisplayName("R10: a signal that fails, even with an error, keeps nobody else from being told")
    void failingSignal() {
        Ticket ticket = scene().run(Scene.intent());
        AtomicInteger told = new AtomicInteger();
        ticket.onLost(() -> {
            throw new ServiceConfigurationError("no such provider");
        });
        ticket.onLost(told::incrementAndGet);
        scene().elsewhere().releases(scene().record(Scene.intent()));
        scene().passSeconds(10);
        assertThat(told).hasValue(1);
    }

    @Test
    @DisplayName("R10: an attempt that never loses its key is never told so")
    void noSignal() {
        Ticket ticket = scene().run(Scene.intent());
        AtomicInteger told = new AtomicInteger();
        ticket.onLost(told::incrementAndGet);
        scene().passSeconds(120);
        Expect.recorded(ticket.complete(Expect.saved("paid")));
        scene().passSeconds(3600);
        assertThat(told).hasValue(0);
    }

    @Test
    @DisplayName("R10: an attempt that has ended does not own the key any more")
    void endedIsNoOwner() {
        Ticket ticket = scene().run(Scene.intent());
        Expect.recorded(ticket.release());
        assertThat(ticket.isOwner()).isFalse();
    }

    @Test
    @DisplayName("R10: the first ending counts: a second one writes nothing and gets the first one's result")
    void firstEndingCounts() {
        Ticket ticket = scene().run(Scene.intent());
        CompletionStage<Completion> first = ticket.complete(Expect.saved("paid"));
        CompletionStage<Completion> second = ticket.release();
        assertThat(Now.of(second)).isEqualTo(Now.of(first));
        assertThat(scene().store().calls(Call.FINISH)).isEqualTo(1);
        assertThat(scene().record(Scene.intent()).state()).isEqualTo(State.COMPLETED);
    }

    @Test
    @DisplayName("R10: a caller that cancels the stage of its ending cancels nothing, and nobody else's stage")
    void cancelledEnding() {
        Strike slow = scene().store().next(Fault.REQUEST_DELAYED).onFinish();
        Ticket ticket = scene().run(Scene.intent());
        ticket.complete(Expect.saved("paid")).toCompletableFuture().cancel(true);
        CompletionStage<Completion> second = ticket.complete(Expect.saved("paid"));
        slow.letGo();
        Expect.recorded(second);
    }
}
