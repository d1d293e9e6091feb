// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Conflict.Cause;
import dev.semel.Intent;
import dev.semel.Reconciliation;
import dev.semel.state.KeyRecord;
import dev.semel.state.State;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a reconciler's answer does when its attempt has lost the key, or the store fails. */
abstract class ReconcilerFenceRules extends EngineRules {

    private final Bank bank = new Bank();
    private final Intent intent = Scene.intent(Scene.charges(policy -> policy.inDoubt(bank.choice())));

    private CompletableFuture<Admission> retryAfterDoubt() {
        scene().elsewhere().doubts(scene().elsewhere().claims(intent));
        return scene().ask(intent);
    }

    /** Another attempt takes over while the reconciler is asked, because this process stood still. */
    private KeyRecord takenOverMeanwhile() {
        scene().time().pauseProcess(Duration.ofSeconds(31));
        return scene().elsewhere().claims(intent);
    }

    @Test
    @DisplayName(
            "R10, R16: what a reconciler found is applied under the fence: who was taken over gets a loser's answer")
    void happenedUnderTheFence() {
        CompletableFuture<Admission> asked = retryAfterDoubt();
        KeyRecord successor = takenOverMeanwhile();
        bank.answersAll(Reconciliation.happened(Expect.saved("found")));
        Expect.conflict(Now.of(asked), Cause.IN_PROGRESS);
        assertThat(scene().record(intent)).isEqualTo(successor);
    }

    @Test
    @DisplayName("R10, R16: after a takeover 'still unknown' gets a loser's answer, too")
    void unknownUnderTheFence() {
        CompletableFuture<Admission> asked = retryAfterDoubt();
        KeyRecord successor = takenOverMeanwhile();
        scene().elsewhere().completes(successor, Expect.saved("the successor's"));
        bank.answersAll(Reconciliation.unknown());
        assertThat(Expect.replay(Now.of(asked))).isEqualTo("the successor's");
    }

    @Test
    @DisplayName("T5, R16: 'it did not happen' does not run when the key was lost while the reconciler asked")
    void doesNotRunWhenTakenOver() {
        Intent patient = Scene.intent(Scene.charges(policy -> policy.inDoubt(bank.choice(Duration.ofMinutes(5)))));
        scene().elsewhere().doubts(scene().elsewhere().claims(patient));
        CompletableFuture<Admission> asked = scene().ask(patient);
        KeyRecord successor = takenOverMeanwhile();
        scene().passSeconds(10);
        bank.answersAll(Reconciliation.didNotHappen());
        Expect.conflict(Now.of(asked), Cause.IN_PROGRESS);
        assertThat(scene().record(patient).attempt()).isEqualTo(successor.attempt());
    }

    @Test
    @DisplayName("T5, R16: 'it did not happen' does not run when the lease is not certain any more")
    void doesNotRunWhenUncertain() {
        Intent patient = Scene.intent(Scene.charges(policy -> policy.inDoubt(bank.choice(Duration.ofMinutes(5)))));
        scene().elsewhere().doubts(scene().elsewhere().claims(patient));
        CompletableFuture<Admission> asked = scene().ask(patient);
        scene().store().down();
        scene().passSeconds(31);
        scene().store().up();
        bank.answersAll(Reconciliation.didNotHappen());
        Expect.conflict(Now.of(asked), Cause.IN_DOUBT);
        assertThat(scene().record(patient).state()).isEqualTo(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R16, R17: what was found is given even if it cannot be recorded now, and recorded later")
    void foundButUnrecorded() {
        CompletableFuture<Admission> asked = retryAfterDoubt();
        scene().log().refuse(finish -> true);
        bank.answersAll(Reconciliation.happened(Expect.saved("found")));
        Expect.pending(asked);
        scene().passSeconds(2);
        assertThat(Expect.replay(Now.of(asked))).isEqualTo("found");
        scene().log().refuse(finish -> false);
        scene().passSeconds(2);
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("found");
    }
}
