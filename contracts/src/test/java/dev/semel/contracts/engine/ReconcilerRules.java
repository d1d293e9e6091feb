// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Conflict.Cause;
import dev.semel.Doubt;
import dev.semel.Intent;
import dev.semel.OlderAnswer;
import dev.semel.Reconciliation;
import dev.semel.Ticket;
import dev.semel.event.AdmissionEvent.Reconciled;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.State;
import dev.semel.testkit.Call;
import dev.semel.testkit.ManualExecutor;
import java.time.Duration;
import java.util.ServiceConfigurationError;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a reconciler's answer does. */
abstract class ReconcilerRules extends EngineRules {

    private final Bank bank = new Bank();
    private final Intent intent = Scene.intent(Scene.charges(policy -> policy.inDoubt(bank.choice())));

    /** An attempt ended in doubt, and a retry asks. */
    private CompletableFuture<Admission> retryAfterDoubt() {
        scene().elsewhere().doubts(scene().elsewhere().claims(intent));
        return scene().ask(intent);
    }

    @Test
    @DisplayName("R16: it happened: the retry gets what was found, and so does every later one, in one round trip")
    void happened() {
        bank.says(Reconciliation.happened(Expect.saved("found")));
        assertThat(Expect.replay(Now.of(retryAfterDoubt()))).isEqualTo("found");
        scene().store().resetCounts();
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("found");
        assertThat(scene().store().roundTrips()).isEqualTo(1);
        assertThat(bank.asked()).hasSize(1);
        assertThat(scene().events().all(Reconciled.class))
                .extracting(Reconciled::result)
                .containsExactly("happened");
    }

    @Test
    @DisplayName("R16: it failed for good: that is replayed as a failure")
    void failed() {
        bank.says(Reconciliation.failed(Expect.saved("refused")));
        Admission.Replay replay = Expect.a(Admission.Replay.class, Now.of(retryAfterDoubt()));
        assertThat(replay.answer().success()).isFalse();
        assertThat(scene().record(intent).state()).isEqualTo(State.FAILED);
    }

    @Test
    @DisplayName("R16: it did not happen: this retry runs, and a release then frees the key")
    void didNotHappen() {
        bank.says(Reconciliation.didNotHappen());
        Ticket ticket = Expect.run(Now.of(retryAfterDoubt()));
        assertThat(ticket.attempt()).isEqualTo(2);
        Expect.recorded(ticket.release());
        assertThat(scene().record(intent).state()).isEqualTo(State.RELEASED);
    }

    @Test
    @DisplayName("R16: still unknown: the retry conflicts in doubt, nothing runs, and the next retry asks again")
    void unknown() {
        bank.says(Reconciliation.unknown());
        Expect.conflict(Now.of(retryAfterDoubt()), Cause.IN_DOUBT);
        assertThat(scene().record(intent).state()).isEqualTo(State.IN_DOUBT);
        bank.says(Reconciliation.happened(Expect.saved("found")));
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("found");
        assertThat(bank.asked()).hasSize(2);
    }

    @Test
    @DisplayName("R16: a reconciler that throws, fails, or answers nothing at all counts as unknown")
    void broken() {
        bank.throwsWhenAsked();
        Expect.conflict(Now.of(retryAfterDoubt()), Cause.IN_DOUBT);
        bank.failsWhenAsked(new ServiceConfigurationError("no such provider"));
        Expect.conflict(scene().admit(intent), Cause.IN_DOUBT);
        bank.answersNoStage();
        Expect.conflict(scene().admit(intent), Cause.IN_DOUBT);
        bank.answersNull();
        Expect.conflict(scene().admit(intent), Cause.IN_DOUBT);
        bank.failsLater(new AssertionError("a defect"));
        Expect.conflict(scene().admit(intent), Cause.IN_DOUBT);
        assertThat(scene().record(intent).state()).isEqualTo(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R16: a reconciler that never answers counts as unknown when its time is over")
    void neverAnswers() {
        CompletableFuture<Admission> asked = retryAfterDoubt();
        scene().passMillis(9_999);
        Expect.pending(asked);
        scene().passMillis(1);
        Expect.conflict(Now.of(asked), Cause.IN_DOUBT);
        assertThat(scene().record(intent).state()).isEqualTo(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R16: an answer that comes too late changes nothing")
    void tooLate() {
        Expect.pending(retryAfterDoubt());
        scene().passSeconds(11);
        KeyRecord before = scene().record(intent);
        bank.answersAll(Reconciliation.happened(Expect.saved("too late")));
        assertThat(scene().record(intent)).isEqualTo(before);
    }

    @Test
    @DisplayName("R16: it takes over first: one reconciler runs at a time, and others conflict meanwhile")
    void takesOverFirst() {
        CompletableFuture<Admission> asked = retryAfterDoubt();
        assertThat(scene().record(intent).state()).isEqualTo(State.IN_PROGRESS);
        assertThat(scene().record(intent).attempt()).isEqualTo(2);
        Expect.conflict(scene().admit(intent), Cause.IN_PROGRESS);
        Expect.conflict(scene().admit(intent), Cause.IN_PROGRESS);
        assertThat(bank.asked()).hasSize(1);
        bank.answersAll(Reconciliation.happened(Expect.saved("found")));
        assertThat(Expect.replay(Now.of(asked))).isEqualTo("found");
    }

    @Test
    @DisplayName(
            "R16: while one hangs beyond its time no second one is asked about the same key: still unknown, at once")
    void hangs() {
        CompletableFuture<Admission> first = retryAfterDoubt();
        scene().passSeconds(10);
        Expect.conflict(Now.of(first), Cause.IN_DOUBT);
        Expect.conflict(scene().admit(intent), Cause.IN_DOUBT);
        Expect.conflict(scene().admit(intent), Cause.IN_DOUBT);
        // Far beyond the lease that kept the others away.
        scene().passSeconds(120);
        Expect.conflict(scene().admit(intent), Cause.IN_DOUBT);
        assertThat(bank.asked()).hasSize(1);
        bank.answersAll(Reconciliation.unknown());
        Expect.pending(scene().ask(intent));
        assertThat(bank.asked()).hasSize(2);
    }

    @Test
    @DisplayName("R16: one that was never heard of again counts as over when no attempt could still run")
    void neverHeardOfAgain() {
        Expect.pending(retryAfterDoubt());
        scene().pass(intent.operation().maxDuration());
        Expect.pending(scene().ask(intent));
        assertThat(bank.asked()).hasSize(2);
    }

    @Test
    @DisplayName("R16, R29: one whose retry gave up before its turn came is not asked any more")
    void gaveUpInTheQueue() {
        ManualExecutor busy = new ManualExecutor();
        scene().open(settings -> settings.reconcilers(busy));
        CompletableFuture<Admission> first = retryAfterDoubt();
        scene().passSeconds(10);
        Expect.conflict(Now.of(first), Cause.IN_DOUBT);
        CompletableFuture<Admission> second = scene().ask(intent);
        assertThat(busy.runAll()).isEqualTo(2);
        assertThat(bank.asked()).hasSize(1);
        bank.answersAll(Reconciliation.happened(Expect.saved("found")));
        assertThat(Expect.replay(Now.of(second))).isEqualTo("found");
    }

    @Test
    @DisplayName("R16: the attempt in doubt is fenced out while the reconciler asks")
    void fencesTheOldAttempt() {
        Ticket old = scene().run(intent);
        scene().time().pauseProcess(Duration.ofSeconds(31));
        Expect.pending(scene().ask(intent));
        Expect.conflict(Expect.lost(old.complete(Expect.saved("my own"))), Cause.IN_PROGRESS);
    }

    @Test
    @DisplayName("R9, R16: the lease is kept while the reconciler asks, however long that takes")
    void leaseIsKept() {
        Intent patient = Scene.intent(Scene.charges(policy -> policy.inDoubt(bank.choice(Duration.ofMinutes(5)))));
        scene().elsewhere().doubts(scene().elsewhere().claims(patient));
        CompletableFuture<Admission> asked = scene().ask(patient);
        scene().passSeconds(200);
        Expect.conflict(scene().admit(patient), Cause.IN_PROGRESS);
        bank.answersAll(Reconciliation.didNotHappen());
        assertThat(Expect.run(Now.of(asked)).isOwner()).isTrue();
    }

    @Test
    @DisplayName("R11, R16: the reconciler is told which attempt asks, why, and what was before")
    void isTold() {
        scene().elsewhere().claims(intent);
        scene().passSeconds(31);
        Expect.pending(scene().ask(intent));
        Doubt doubt = bank.asked().get(0);
        assertThat(doubt.intent()).isEqualTo(intent);
        assertThat(doubt.attempt()).isEqualTo(2);
        assertThat(doubt.reason()).isEqualTo(Reason.LEASE_LAPSED);
        assertThat(doubt.history().lines()).hasSize(2);
    }

    @Test
    @DisplayName("R16: a reconciler is asked about doubts only: not for a new key, a released one, or an older answer")
    void onlyAboutDoubts() {
        Expect.recorded(scene().run(intent).release());
        Expect.recorded(scene().run(intent).complete(Expect.saved("paid")));
        Intent newer = Scene.intent(
                Scene.charges(policy -> policy.inDoubt(bank.choice()).version(2, OlderAnswer.rerun())));
        assertThat(scene().run(newer).reason()).isEqualTo(Reason.OLDER_VERSION);
        assertThat(bank.asked()).isEmpty();
        assertThat(scene().store().calls(Call.CLAIM)).isEqualTo(3);
    }
}
