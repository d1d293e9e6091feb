// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Conflict.Cause;
import dev.semel.Admission.Unavailable;
import dev.semel.Idempotency;
import dev.semel.InFlight;
import dev.semel.Intent;
import dev.semel.Ticket;
import dev.semel.event.TicketEvent.OwnershipLost;
import dev.semel.state.State;
import dev.semel.testkit.Fault;
import dev.semel.testkit.Strike;
import java.time.Duration;
import java.util.ServiceConfigurationError;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How an engine ends. */
abstract class ClosingRules extends EngineRules {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final Intent waiting =
            Scene.intent(Scene.charges(policy -> policy.inFlight(InFlight.waitUpTo(Duration.ofSeconds(60)))));

    @Test
    @DisplayName("R29: a closed engine admits nothing, and says that it is closing")
    void refusesNewWork() {
        scene().engine().close();
        Expect.unavailable(scene().admit(Scene.intent()), Unavailable.Cause.CLOSING);
        assertThat(scene().store().roundTrips()).isZero();
        assertThat(scene().find(Scene.intent())).isEmpty();
    }

    @Test
    @DisplayName("R28: closing sends waiters home with a conflict, and none of them claims")
    void sendsWaitersHome() {
        Ticket winner = scene().run(waiting);
        CompletableFuture<Admission> waiter = scene().ask(waiting);
        scene().engine().close();
        Expect.conflict(Now.of(waiter), Cause.IN_PROGRESS);
        Expect.recorded(winner.release());
        scene().passSeconds(60);
        assertThat(scene().record(waiting).state()).isEqualTo(State.RELEASED);
    }

    @Test
    @DisplayName("R28: a waiter that is claiming while the engine closes is sent home, too")
    void sendsClaimantsHome() {
        Ticket winner = scene().run(waiting);
        CompletableFuture<Admission> waiter = scene().ask(waiting);
        Strike slow = scene().store().next(Fault.REQUEST_DELAYED).onClaim();
        Expect.recorded(winner.release());
        scene().elsewhere().claims(waiting);
        scene().engine().close();
        slow.letGo();
        Expect.conflict(Now.of(waiter), Cause.IN_PROGRESS);
    }

    @Test
    @DisplayName("R9: closing lets running attempts end, and renews their leases until then")
    void drains() {
        Idempotency engine = scene().open(settings -> settings.drainTime(LONG));
        Ticket ticket = scene().run(Scene.intent());
        CompletableFuture<Void> closed = CompletableFuture.runAsync(engine::close);
        awaitClosing(engine);
        scene().passSeconds(100);
        assertThat(ticket.isOwner()).isTrue();
        Expect.pending(closed);
        Expect.recorded(ticket.complete(Expect.saved("paid")));
        Now.later(closed);
        assertThat(scene().record(Scene.intent()).state()).isEqualTo(State.COMPLETED);
        assertThat(log().all()).isEmpty();
    }

    private static void awaitClosing(Idempotency engine) {
        Intent probe = Scene.intent(Scene.charges(policy -> policy), "probe");
        Now.until("the engine refuses new work", () -> {
            Admission admission = Now.of(engine.admitAsync(probe));
            if (admission instanceof Admission.Run run) {
                Expect.recorded(run.ticket().release());
            }
            return admission instanceof Unavailable;
        });
    }

    @Test
    @DisplayName("R8: attempts that do not end in the drain time are left to lapse, and counted in the log")
    void givesUpDraining() {
        Ticket ticket = scene().run(Scene.intent());
        scene().engine().close();
        assertThat(log().containing("1 attempts still running")).isEqualTo(1);
        scene().passSeconds(31);
        assertThat(scene().log().renewals()).isEmpty();
        assertThat(ticket.isOwner()).isFalse();
        assertThat(scene().time().timers().scheduled()).isZero();
    }

    private void assertToldThatItCloses(AtomicInteger told) {
        assertThat(told).hasValue(1);
        scene().passSeconds(60);
        assertThat(told).hasValue(1);
        assertThat(scene().events().all(OwnershipLost.class))
                .extracting(OwnershipLost::cause)
                .containsExactly(OwnershipLost.Cause.CLOSED);
    }

    @Test
    @DisplayName("R10: an attempt that still runs is told, once, that its lease is not kept any more")
    void tellsTheRunning() {
        Ticket ticket = scene().run(Scene.intent());
        AtomicInteger told = new AtomicInteger();
        ticket.onLost(told::incrementAndGet);
        scene().engine().close();
        assertToldThatItCloses(told);
    }

    @Test
    @DisplayName("R10: one that is ending is not told: it has nothing left to stop for")
    void doesNotTellTheEnding() {
        Ticket ticket = scene().run(Scene.intent());
        AtomicInteger told = new AtomicInteger();
        ticket.onLost(told::incrementAndGet);
        scene().store().down();
        ticket.complete(Expect.saved("paid"));
        scene().engine().close();
        assertThat(told).hasValue(0);
    }

    @Test
    @DisplayName("R10: so is one whose claim was answered only after the engine was closed")
    void tellsTheLate() {
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onClaim();
        CompletableFuture<Admission> asked = scene().ask(Scene.intent());
        scene().engine().close();
        slow.letGo();
        AtomicInteger told = new AtomicInteger();
        Expect.run(Now.of(asked)).onLost(told::incrementAndGet);
        assertThat(told).hasValue(1);
    }

    @Test
    @DisplayName("R10: an attempt that ends after the engine was closed is recorded if nobody took over")
    void endsAfterClose() {
        Ticket ticket = scene().run(Scene.intent());
        scene().engine().close();
        Expect.recorded(ticket.complete(Expect.saved("paid")));
        assertThat(scene().record(Scene.intent()).state()).isEqualTo(State.COMPLETED);
    }

    @Test
    @DisplayName("R29: a store that fails when its notices are ended does not keep the engine from closing")
    void failingStore() {
        NotifyingLog notifying = new NotifyingLog(scene().log());
        notifying.failsToEnd(new ServiceConfigurationError("no such provider"));
        Idempotency engine = scene().open(notifying, Runnable::run, settings -> settings);
        scene().run(Scene.intent());
        engine.close();
        scene().passSeconds(60);
        assertThat(scene().log().renewals()).isEmpty();
        assertThat(log().containing("ServiceConfigurationError")).isEqualTo(1);
    }

    @Test
    @DisplayName("R29: closing again does nothing, and no alarm is left")
    void closesOnce() {
        scene().run(Scene.intent()).release();
        scene().engine().close();
        scene().engine().close();
        assertThat(scene().time().timers().scheduled()).isZero();
    }
}
