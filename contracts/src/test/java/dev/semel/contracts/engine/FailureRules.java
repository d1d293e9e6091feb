// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Unavailable;
import dev.semel.Execution;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Ticket;
import dev.semel.event.AdmissionEvent.Granted;
import dev.semel.event.AdmissionEvent.RanUnprotected;
import dev.semel.event.AdmissionEvent.StoreFailed;
import dev.semel.event.AdmissionEvent.Undecided;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Reason;
import dev.semel.state.State;
import dev.semel.testkit.Fault;
import dev.semel.testkit.Strike;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What happens when the store cannot be reached, or too much is under way. */
abstract class FailureRules extends EngineRules {

    private static final Intent FAIL_OPEN = Scene.intent(Scene.charges(policy -> policy.failOpen()));

    private CompletableFuture<Execution> execute(Intent intent, AtomicInteger ran) {
        CompletionStage<Execution> execution = scene().engine().executeAsync(intent, ticket -> {
            ran.incrementAndGet();
            return CompletableFuture.completedFuture(Outcome.completed(Expect.saved("paid")));
        });
        return execution.toCompletableFuture();
    }

    @Test
    @DisplayName("T5, T18, R29: when the store cannot be reached nothing runs: unavailable, to be tried again")
    void failsClosed() {
        scene().store().down();
        AtomicInteger ran = new AtomicInteger();
        CompletableFuture<Execution> execution = execute(Scene.intent(), ran);
        scene().passSeconds(2);
        Admission admission =
                Expect.a(Execution.NotRun.class, Now.of(execution)).admission();
        assertThat(admission).isEqualTo(new Unavailable(Unavailable.Cause.STORE, Duration.ofSeconds(1)));
        assertThat(ran).hasValue(0);
        Events events = scene().events();
        assertThat(events.all(StoreFailed.class)).hasSize(1);
        assertThat(events.all(Undecided.class)).hasSize(1);
    }

    @Test
    @DisplayName("R29: an operation that fails open runs marked as degraded, unrecorded, and each such run is told")
    void failsOpen() {
        scene().store().down();
        CompletableFuture<Admission> asked = scene().ask(FAIL_OPEN);
        scene().passSeconds(2);
        Ticket ticket = Expect.run(Now.of(asked));
        assertThat(ticket.isDegraded()).isTrue();
        assertThat(ticket.isOwner()).isFalse();
        Expect.unrecorded(ticket.complete(Expect.saved("paid")));
        assertThat(scene().find(FAIL_OPEN)).isEmpty();
        Events events = scene().events();
        assertThat(events.all(RanUnprotected.class)).hasSize(1);
        assertThat(events.all(Granted.class)).as("granted by the store").isEmpty();
    }

    @Test
    @DisplayName(
            "R7, R11, R29: what the claim of an unprotected run took is not freed: the run may have done something")
    void unprotectedIsNotFreed() {
        for (int i = 0; i < 4; i++) {
            scene().store().next(Fault.REPLY_LOST).onClaim();
        }
        assertNextAttemptKnows(() -> {});
    }

    @Test
    @DisplayName("R7, R11, R29: nor when the store says only later that it had granted the claim")
    void unprotectedIsNotFreedLate() {
        Strike late = scene().store().next(Fault.REPLY_DELAYED).onClaim();
        assertNextAttemptKnows(late::letGo);
    }

    private void assertNextAttemptKnows(Runnable meanwhile) {
        CompletableFuture<Admission> asked = scene().ask(FAIL_OPEN);
        scene().passSeconds(3);
        Ticket unprotected = Expect.run(Now.of(asked));
        assertThat(unprotected.isDegraded()).isTrue();
        meanwhile.run();
        scene().passSeconds(20);
        Expect.unrecorded(unprotected.complete(Expect.saved("paid")));
        assertThat(scene().record(FAIL_OPEN).state()).isEqualTo(State.IN_PROGRESS);
        scene().passSeconds(10);
        Ticket next = scene().run(FAIL_OPEN);
        assertThat(next.attempt()).isEqualTo(2);
        assertThat(next.reason()).isEqualTo(Reason.LEASE_LAPSED);
        assertThat(scene().log().abandons()).isEmpty();
    }

    @Test
    @DisplayName("R29: an operation that fails open is protected like any other while the store answers")
    void failOpenIsProtected() {
        AtomicInteger ran = new AtomicInteger();
        Now.of(execute(FAIL_OPEN, ran));
        assertThat(Expect.answered(Now.of(execute(FAIL_OPEN, ran))).replayed()).isTrue();
        assertThat(ran).hasValue(1);
        assertThat(scene().events().all(RanUnprotected.class)).isEmpty();
    }

    @Test
    @DisplayName("R20, R29, T10: a record that cannot be read never runs, not even fail-open, and is not asked again")
    void unreadableNeverRuns() {
        BadStore bad = new BadStore(scene().log());
        bad.claims(() -> CompletableFuture.failedFuture(new UnreadableRecordException("format 9 is not known here")));
        scene().open(bad, Runnable::run, settings -> settings);
        Expect.unavailable(scene().admit(FAIL_OPEN), Unavailable.Cause.UNREADABLE);
        Expect.unavailable(scene().admit(Scene.intent()), Unavailable.Cause.UNREADABLE);
        assertThat(bad.claims()).isEqualTo(2);
    }

    @Test
    @DisplayName("R29: a store that throws, throws an error, or answers nothing at all, counts as unreachable")
    void badStores() {
        BadStore bad = new BadStore(scene().log());
        scene().open(bad, Runnable::run, settings -> settings.mostTickets(1));
        assertUnavailable(bad, () -> {
            throw new IllegalStateException("a defect");
        });
        assertUnavailable(bad, () -> null);
        assertUnavailable(bad, () -> CompletableFuture.completedFuture(null));
        assertUnavailable(bad, () -> {
            throw new NoClassDefFoundError("a driver is missing");
        });
        bad.isGood();
        Expect.run(scene().admit(Scene.intent()));
    }

    private void assertUnavailable(BadStore bad, BadStore.Claiming claiming) {
        bad.claims(claiming);
        CompletableFuture<Admission> asked = scene().ask(Scene.intent());
        scene().passSeconds(30);
        Expect.unavailable(Now.of(asked), Unavailable.Cause.STORE);
    }

    @Test
    @DisplayName("R29: beyond its tickets a process refuses at once, without asking the store and without a queue")
    void overloaded() {
        scene().open(settings -> settings.mostTickets(1));
        Ticket ticket = scene().run(Scene.intent());
        scene().store().resetCounts();
        Intent other = Scene.intent(Scene.charges(policy -> policy), "another");
        Expect.unavailable(scene().admit(other), Unavailable.Cause.OVERLOADED);
        Expect.unavailable(scene().admit(FAIL_OPEN), Unavailable.Cause.OVERLOADED);
        assertThat(scene().store().roundTrips()).isZero();
        Expect.recorded(ticket.complete(Expect.saved("paid")));
        Expect.run(scene().admit(other));
    }

    @Test
    @DisplayName("R29: every way out of an admission gives its place back")
    void placesAreGivenBack() {
        scene().open(settings -> settings.mostTickets(1));
        Operation operation = Scene.charges(policy -> policy);
        for (int i = 0; i < 3; i++) {
            Expect.recorded(
                    scene().run(Scene.intent(operation, "released-" + i)).release());
            Expect.recorded(scene().run(Scene.intent(operation, "doubted-" + i)).doubt());
            Expect.recorded(scene().run(Scene.intent(operation, "same-" + i)).complete(Expect.saved("paid")));
            Expect.replay(scene().admit(Scene.intent(operation, "same-" + i)));
            Expect.a(Admission.Mismatch.class, scene().admit(Scene.intent(operation, "same-" + i, "other")));
            fencedOut(Scene.intent(operation, "fenced-" + i));
            unsaved(Scene.intent(operation, "unsaved-" + i));
        }
        Expect.run(scene().admit(Scene.intent(operation, "last")));
    }

    private void fencedOut(Intent intent) {
        Ticket ticket = scene().run(intent);
        scene().elsewhere().releases(scene().record(intent));
        scene().passSeconds(10);
        Expect.lost(ticket.complete(Expect.saved("paid")));
    }

    private void unsaved(Intent intent) {
        Ticket ticket = scene().run(intent);
        scene().log().refuse(finish -> true);
        ticket.complete(Expect.saved("paid"));
        scene().passSeconds(40);
        scene().log().refuse(finish -> false);
        assertThat(scene().record(intent).state()).isEqualTo(State.IN_PROGRESS);
    }
}
