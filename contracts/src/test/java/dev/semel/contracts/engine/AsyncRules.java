// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.AsyncHandler;
import dev.semel.Execution;
import dev.semel.InFlight;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.Ticket;
import dev.semel.state.State;
import dev.semel.testkit.Fault;
import dev.semel.testkit.ManualExecutor;
import dev.semel.testkit.Strike;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Execute-around and admission without blocking, and callers that lose interest. */
abstract class AsyncRules extends EngineRules {

    private final Intent intent = Scene.intent();

    private CompletableFuture<Execution> execute(AsyncHandler handler) {
        return scene().engine().executeAsync(intent, handler).toCompletableFuture();
    }

    private void assertEnded(State state) {
        assertThat(scene().record(intent).state()).isEqualTo(state);
        scene().log().forget();
        scene().passSeconds(60);
        assertThat(scene().log().renewals()).as("renewals of an ended attempt").isEmpty();
    }

    @Test
    @DisplayName(
            "R9: an asynchronous handler keeps its lease until its stage is done, and is then answered and replayed")
    void runsAndReplays() {
        CompletableFuture<Outcome> work = new CompletableFuture<>();
        CompletableFuture<Execution> execution = execute(ticket -> work);
        scene().passSeconds(100);
        Expect.pending(execution);
        work.complete(Outcome.completed(Expect.saved("paid")));
        assertThat(Expect.answered(Now.of(execution)).replayed()).isFalse();
        assertThat(Expect.answered(Now.of(execute(ticket -> new CompletableFuture<>())))
                        .replayed())
                .isTrue();
    }

    @Test
    @DisplayName("R15, T16: a stage that fails leaves the record in doubt, and its failure reaches the caller")
    void failingStage() {
        IOException failure = new IOException("connection reset");
        assertThat(Now.failure(execute(ticket -> CompletableFuture.failedFuture(failure))))
                .isSameAs(failure);
        assertEnded(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R15, T16: a handler that throws before it has a stage, or gives none, or an empty one, is in doubt")
    void brokenHandlers() {
        IOException failure = new IOException("no route");
        assertThat(Now.failure(execute(ticket -> {
                    throw failure;
                })))
                .isSameAs(failure);
        assertEnded(State.IN_DOUBT);
        assertThat(Now.failure(execute(ticket -> null))).isInstanceOf(NullPointerException.class);
        assertEnded(State.IN_DOUBT);
        assertThat(Now.failure(execute(ticket -> CompletableFuture.completedFuture(null))))
                .isInstanceOf(NullPointerException.class);
        assertEnded(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R18, T8: a caller that cancels while the handler runs changes nothing: the completion is written")
    void cancelledWhileRunning() {
        CompletableFuture<Outcome> work = new CompletableFuture<>();
        execute(ticket -> work).cancel(true);
        work.complete(Outcome.completed(Expect.saved("paid")));
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("paid");
    }

    @Test
    @DisplayName("R18, T16: an execution that is cancelled before it is admitted leaves no zombie behind")
    void cancelledBeforeAdmission() {
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onClaim();
        CompletableFuture<Execution> execution =
                execute(ticket -> CompletableFuture.completedFuture(Outcome.completed(Expect.saved("paid"))));
        execution.cancel(true);
        slow.letGo();
        assertThat(scene().record(intent).state()).isIn(State.COMPLETED, State.RELEASED);
        scene().passSeconds(60);
        assertThat(scene().time().timers().scheduled()).isZero();
    }

    @Test
    @DisplayName("R18: an admission that is cancelled before it comes gives its ticket back")
    void cancelledAdmission() {
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onClaim();
        scene().ask(intent).cancel(true);
        slow.letGo();
        assertEnded(State.RELEASED);
    }

    @Test
    @DisplayName("R18, R28: a waiter that cancels does not keep the key it may get")
    void cancelledWaiter() {
        Intent waiting =
                Scene.intent(Scene.charges(policy -> policy.inFlight(InFlight.waitUpTo(Duration.ofSeconds(60)))));
        Ticket winner = scene().run(waiting);
        scene().ask(waiting).cancel(true);
        Expect.recorded(winner.release());
        assertEnded(State.RELEASED);
    }

    private static final Intent PATIENT =
            Scene.intent(Scene.charges(policy -> policy.inFlight(InFlight.waitUpTo(Duration.ofSeconds(60)))));

    @Test
    @DisplayName("R28: a waiter that hangs up leaves its place at once, whether it asked to be admitted or executed")
    void cancelledWaiterLeaves() {
        scene().open(settings -> settings.mostWaiters(1));
        scene().run(PATIENT);
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Admission> admission = scene().ask(PATIENT);
            Expect.pending(admission);
            admission.cancel(true);
            CompletableFuture<Execution> execution = scene().engine()
                    .executeAsync(PATIENT, ticket -> new CompletableFuture<>())
                    .toCompletableFuture();
            Expect.pending(execution);
            execution.cancel(true);
        }
        assertThat(scene().time().timers().scheduled()).as("the keeper's alarm").isEqualTo(1);
    }

    @Test
    @DisplayName("R28: one that hung up is not the one that claims when the key becomes free")
    void cancelledWaiterDoesNotClaim() {
        Ticket winner = scene().run(PATIENT);
        CompletableFuture<Admission> gone = scene().ask(PATIENT);
        CompletableFuture<Admission> waiting = scene().ask(PATIENT);
        gone.cancel(true);
        scene().log().forget();
        Expect.recorded(winner.release());
        assertThat(Expect.run(Now.of(waiting)).attempt()).isEqualTo(2);
        assertThat(scene().log().claims()).hasSize(1);
    }

    @Test
    @DisplayName("R29: cancelled admissions give their places back")
    void cancelledGivesPlaceBack() {
        scene().open(settings -> settings.mostTickets(1));
        for (int i = 0; i < 3; i++) {
            Strike slow = scene().store().next(Fault.REPLY_DELAYED).onClaim();
            scene().ask(intent).cancel(true);
            slow.letGo();
        }
        Expect.run(scene().admit(intent));
    }

    @Test
    @DisplayName("R29: what the store answers on a thread of its own is passed on by the executor")
    void passedOnByTheExecutor() {
        ManualExecutor executor = new ManualExecutor();
        scene().open(scene().log(), executor, settings -> settings);
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onClaim();
        CompletionStage<Admission> asked = scene().ask(intent);
        slow.letGo();
        Expect.pending(asked);
        executor.runAll();
        Expect.run(Now.of(asked));
    }
}
