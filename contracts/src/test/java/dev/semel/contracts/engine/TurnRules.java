// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Conflict.Cause;
import dev.semel.InDoubt;
import dev.semel.InFlight;
import dev.semel.Intent;
import dev.semel.Reconciliation;
import dev.semel.Ticket;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.testkit.Fault;
import dev.semel.testkit.Strike;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whose turn it is when the attempt that others wait for does not complete. */
abstract class TurnRules extends EngineRules {

    private static final InFlight A_MINUTE = InFlight.waitUpTo(Duration.ofSeconds(60));

    private final Intent intent = Scene.intent(Scene.charges(policy -> policy.inFlight(A_MINUTE)));

    private List<CompletableFuture<Admission>> waiters(int count) {
        return IntStream.range(0, count).mapToObj(i -> scene().ask(intent)).toList();
    }

    /** The ticket of the one waiter that runs; all others must wait on. */
    private static Ticket theOne(List<CompletableFuture<Admission>> waiters) {
        List<CompletableFuture<Admission>> answered =
                waiters.stream().filter(CompletableFuture::isDone).toList();
        assertThat(answered).as("waiters that were admitted").hasSize(1);
        return Expect.run(Now.of(answered.get(0)));
    }

    private static void assertAllGot(List<CompletableFuture<Admission>> waiters, String text) {
        assertThat(waiters)
                .filteredOn(waiter -> !(Now.of(waiter) instanceof Admission.Run))
                .hasSize(waiters.size() - 1)
                .allMatch(waiter -> text.equals(Expect.replay(Now.of(waiter))));
    }

    @Test
    @DisplayName("R28: when the winner is released one waiter claims at once, and the rest wait on for its answer")
    void released() {
        Ticket winner = scene().run(intent);
        List<CompletableFuture<Admission>> waiters = waiters(5);
        Expect.recorded(winner.release());
        Ticket next = theOne(waiters);
        assertThat(next.attempt()).isEqualTo(2);
        scene().passSeconds(20);
        assertThat(theOne(waiters)).isSameAs(next);
        Expect.recorded(next.complete(Expect.saved("paid")));
        assertAllGot(waiters, "paid");
    }

    @Test
    @DisplayName("R28: when a winner elsewhere is released one waiter claims, within a quarter of a second")
    void releasedElsewhere() {
        KeyRecord winner = scene().elsewhere().claims(intent);
        List<CompletableFuture<Admission>> waiters = waiters(5);
        scene().passSeconds(2);
        scene().elsewhere().releases(winner);
        scene().passMillis(250);
        assertThat(theOne(waiters).reason()).isEqualTo(Reason.RELEASED);
        assertThat(scene().log().claims()).hasSize(6);
    }

    @Test
    @DisplayName("R28: when the winner's lease lapses one waiter takes over")
    void lapsed() {
        scene().elsewhere().claims(intent);
        List<CompletableFuture<Admission>> waiters = waiters(5);
        scene().passSeconds(31);
        Ticket next = theOne(waiters);
        assertThat(next.reason()).isEqualTo(Reason.LEASE_LAPSED);
        Expect.recorded(next.complete(Expect.saved("paid")));
        assertAllGot(waiters, "paid");
    }

    @Test
    @DisplayName("R28: when the winner ends in doubt one waiter takes over")
    void inDoubt() {
        Ticket winner = scene().run(intent);
        List<CompletableFuture<Admission>> waiters = waiters(3);
        Expect.recorded(winner.doubt());
        assertThat(theOne(waiters).reason()).isEqualTo(Reason.IN_DOUBT);
    }

    @Test
    @DisplayName("R28, R16: under HOLD no waiter claims: all wait until their deadline and are told that it is held")
    void held() {
        Intent holding =
                Scene.intent(Scene.charges(policy -> policy.inFlight(A_MINUTE).inDoubt(InDoubt.hold())));
        Ticket winner = scene().run(holding);
        CompletableFuture<Admission> one = scene().ask(holding);
        CompletableFuture<Admission> two = scene().ask(holding);
        Expect.recorded(winner.doubt());
        scene().passSeconds(59);
        Expect.pending(one);
        scene().passSeconds(1);
        Expect.a(Admission.Held.class, Now.of(one));
        Expect.a(Admission.Held.class, Now.of(two));
        assertThat(scene().record(holding).attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName("R28, R16: with a reconciler one waiter asks, and all get what was found")
    void reconciled() {
        Bank bank = new Bank();
        Intent asking =
                Scene.intent(Scene.charges(policy -> policy.inFlight(A_MINUTE).inDoubt(bank.choice())));
        Ticket winner = scene().run(asking);
        CompletableFuture<Admission> one = scene().ask(asking);
        CompletableFuture<Admission> two = scene().ask(asking);
        Expect.recorded(winner.doubt());
        scene().passSeconds(3);
        assertThat(bank.asked()).hasSize(1);
        bank.answersAll(Reconciliation.happened(Expect.saved("found")));
        assertThat(Expect.replay(Now.of(one))).isEqualTo("found");
        assertThat(Expect.replay(Now.of(two))).isEqualTo("found");
    }

    @Test
    @DisplayName("R28: a waiter that claims and finds somebody faster goes on waiting")
    void somebodyFaster() {
        KeyRecord winner = scene().elsewhere().claims(intent);
        CompletableFuture<Admission> waiter = scene().ask(intent);
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onFind();
        scene().passMillis(10);
        scene().elsewhere().releases(winner);
        Strike second = scene().store().next(Fault.REPLY_DELAYED).onFind();
        slow.letGo();
        scene().passMillis(500);
        KeyRecord faster = scene().elsewhere().claims(intent);
        second.letGo();
        scene().passSeconds(5);
        Expect.pending(waiter);
        scene().elsewhere().completes(faster, Expect.saved("paid"));
        scene().passMillis(250);
        assertThat(Expect.replay(Now.of(waiter))).isEqualTo("paid");
    }

    @Test
    @DisplayName("R28: one whose deadline passes while it claims, and that finds somebody faster, does not wait again")
    void overdue() {
        Intent hasty = Scene.intent(Scene.charges(policy -> policy.inFlight(InFlight.waitUpTo(Duration.ofSeconds(1)))));
        Ticket winner = scene().run(hasty);
        CompletableFuture<Admission> waiter = scene().ask(hasty);
        Strike slow = scene().store().next(Fault.REQUEST_DELAYED).onClaim();
        Expect.recorded(winner.release());
        scene().elsewhere().claims(hasty);
        scene().passMillis(1_500);
        Expect.pending(waiter);
        slow.letGo();
        Expect.conflict(Now.of(waiter), Cause.IN_PROGRESS);
    }

    @Test
    @DisplayName("R28: the rest still get a conflict at their own deadline")
    void restMeetsDeadline() {
        Ticket winner = scene().run(intent);
        List<CompletableFuture<Admission>> waiters = waiters(2);
        Expect.recorded(winner.release());
        theOne(waiters);
        scene().passSeconds(60);
        Expect.conflict(Now.of(waiters.get(1)), Cause.IN_PROGRESS);
    }

    @Test
    @DisplayName("R6, R28: when the key goes to another payload after a release, its waiters mismatch")
    void otherPayloadTakesTheKey() {
        KeyRecord winner = scene().elsewhere().claims(intent);
        CompletableFuture<Admission> waiter = scene().ask(intent);
        scene().elsewhere().releases(winner);
        scene().elsewhere().claims(Scene.otherPayload(intent));
        scene().passMillis(250);
        Expect.a(Admission.Mismatch.class, Now.of(waiter));
    }

    @Test
    @DisplayName("R28: a record that expired under its waiters is new for one of them")
    void expired() {
        Intent brief = Scene.intent(Scene.charges(policy ->
                policy.inFlight(A_MINUTE).retention(Duration.ofSeconds(31)).inDoubt(InDoubt.rerun())));
        KeyRecord winner = scene().elsewhere().claims(brief);
        CompletableFuture<Admission> waiter = scene().ask(brief);
        scene().elsewhere().releases(winner);
        scene().time().pauseProcess(Duration.ofDays(2));
        scene().passMillis(250);
        assertThat(Expect.run(Now.of(waiter)).attempt()).isEqualTo(1);
    }
}
