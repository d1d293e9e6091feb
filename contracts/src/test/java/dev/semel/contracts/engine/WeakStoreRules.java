// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission.Conflict.Cause;
import dev.semel.Operation;
import dev.semel.Ticket;
import dev.semel.event.EngineEvent.RenewalFailed;
import dev.semel.event.TicketEvent.OwnershipLost;
import dev.semel.state.KeyRecord;
import dev.semel.testkit.Fault;
import dev.semel.testkit.ManualExecutor;
import dev.semel.testkit.Strike;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How a living attempt keeps its lease while the store fails, is slow, or says that it is lost. */
abstract class WeakStoreRules extends EngineRules {

    @Test
    @DisplayName("R9: a renewal that failed is tried again after a twelfth of the lease, and counted")
    void triedAgain() {
        scene().run(Scene.intent());
        scene().store().next(Fault.REQUEST_LOST).onRenew();
        scene().passMillis(12_499);
        assertThat(scene().log().renewals()).hasSize(1);
        scene().passMillis(1);
        assertThat(scene().log().renewals()).hasSize(2);
        assertThat(scene().events().all(RenewalFailed.class)).hasSize(1);
    }

    @Test
    @DisplayName("R9: unknown is not lost: an outage that ends a twelfth before the lease does changes nothing")
    void unknownIsNotLost() {
        Ticket ticket = scene().run(Scene.intent());
        AtomicInteger told = new AtomicInteger();
        ticket.onLost(told::incrementAndGet);
        scene().store().down();
        scene().passSeconds(27);
        assertThat(ticket.isOwner()).isTrue();
        scene().store().up();
        scene().passSeconds(60);
        assertThat(ticket.isOwner()).isTrue();
        assertThat(told).hasValue(0);
        Expect.conflict(scene().admit(Scene.intent()), Cause.IN_PROGRESS);
        Expect.recorded(ticket.complete(Expect.saved("paid")));
    }

    @Test
    @DisplayName("R10: without a word of the store for a lease's length ownership is lost, and told exactly once")
    void notConfirmed() {
        Ticket ticket = scene().run(Scene.intent());
        AtomicInteger told = new AtomicInteger();
        ticket.onLost(told::incrementAndGet);
        scene().store().down();
        scene().passMillis(29_999);
        assertThat(ticket.isOwner()).isTrue();
        assertThat(told).hasValue(0);
        scene().passMillis(1);
        assertThat(ticket.isOwner()).isFalse();
        scene().passSeconds(3);
        assertThat(told).hasValue(1);
        scene().passSeconds(300);
        assertThat(told).hasValue(1);
        assertThat(scene().events().all(OwnershipLost.class))
                .extracting(OwnershipLost::cause)
                .containsExactly(OwnershipLost.Cause.NOT_CONFIRMED);
    }

    @Test
    @DisplayName("R10: a lease that the store confirms again was not taken over: its attempt still completes")
    void confirmedAgain() {
        Ticket ticket = scene().run(Scene.intent());
        scene().store().down();
        scene().passSeconds(60);
        scene().store().up();
        scene().passSeconds(5);
        Expect.conflict(scene().admit(Scene.intent()), Cause.IN_PROGRESS);
        Expect.recorded(ticket.complete(Expect.saved("paid")));
    }

    @Test
    @DisplayName(
            "R10: an attempt that was taken over learns it with its next renewal, once, and is not renewed any more")
    void takenOver() {
        Ticket ticket = scene().run(Scene.intent());
        AtomicInteger told = new AtomicInteger();
        ticket.onLost(told::incrementAndGet);
        scene().time().pauseProcess(Duration.ofSeconds(31));
        scene().elsewhere().claims(Scene.intent());
        scene().passSeconds(10);
        assertThat(ticket.isOwner()).isFalse();
        assertThat(told).hasValue(1);
        scene().log().forget();
        scene().passSeconds(60);
        assertThat(scene().log().renewals()).isEmpty();
        assertThat(told).hasValue(1);
        assertThat(scene().events().all(OwnershipLost.class))
                .extracting(OwnershipLost::cause)
                .containsExactly(OwnershipLost.Cause.TAKEN_OVER);
    }

    @Test
    @DisplayName("R9: one lost lease does not spoil the rest of its batch")
    void oneBadLease() {
        Operation operation = Scene.charges(policy -> policy);
        Ticket lost = scene().run(Scene.intent(operation, "key-1"));
        Ticket kept = scene().run(Scene.intent(operation, "key-2"));
        KeyRecord record = scene().record(Scene.intent(operation, "key-1"));
        scene().elsewhere().releases(record);
        scene().passSeconds(40);
        assertThat(lost.isOwner()).isFalse();
        assertThat(kept.isOwner()).isTrue();
        Expect.conflict(scene().admit(Scene.intent(operation, "key-2")), Cause.IN_PROGRESS);
    }

    @Test
    @DisplayName("R9: a store that swallows renewals is asked again, and its silence is not taken for a loss")
    void silence() {
        Ticket ticket = scene().run(Scene.intent());
        scene().store().next(Fault.REPLY_SWALLOWED).onRenew();
        scene().store().next(Fault.REQUEST_SWALLOWED).onRenew();
        scene().passSeconds(60);
        assertThat(ticket.isOwner()).isTrue();
        Expect.conflict(scene().admit(Scene.intent()), Cause.IN_PROGRESS);
    }

    @Test
    @DisplayName("R10: a renewal counts from when it was sent, not from when it was answered")
    void renewalCountsFromSending() {
        Ticket ticket = scene().run(Scene.intent());
        Strike slow = scene().store().next(Fault.REPLY_DELAYED).onRenew();
        scene().passMillis(11_500);
        slow.letGo();
        scene().store().down();
        scene().passMillis(28_499);
        assertThat(ticket.isOwner()).isTrue();
        scene().passMillis(1);
        assertThat(ticket.isOwner()).isFalse();
    }

    @Test
    @DisplayName("R10: a signal that throws keeps nobody from being told, and no lease from being renewed")
    void throwingSignal() {
        Operation operation = Scene.charges(policy -> policy);
        Ticket lost = scene().run(Scene.intent(operation, "key-1"));
        AtomicInteger told = new AtomicInteger();
        lost.onLost(() -> {
            throw new IllegalStateException("a broken signal");
        });
        lost.onLost(told::incrementAndGet);
        Ticket kept = scene().run(Scene.intent(operation, "key-2"));
        scene().elsewhere().releases(scene().record(Scene.intent(operation, "key-1")));
        scene().passSeconds(60);
        assertThat(told).hasValue(1);
        assertThat(kept.isOwner()).isTrue();
        Expect.lost(lost.complete(Expect.saved("paid")));
    }

    @Test
    @DisplayName("R9, R29: an executor that is full keeps no lease from being renewed, and no attempt from ending")
    void fullExecutor() {
        ManualExecutor executor = new ManualExecutor();
        scene().open(scene().log(), executor, settings -> settings);
        Operation operation = Scene.charges(policy -> policy);
        Ticket lost = scene().run(Scene.intent(operation, "key-1"));
        AtomicInteger told = new AtomicInteger();
        lost.onLost(told::incrementAndGet);
        Ticket kept = scene().run(Scene.intent(operation, "key-2"));
        scene().elsewhere().releases(scene().record(Scene.intent(operation, "key-1")));
        executor.full(true);
        scene().passSeconds(60);
        assertThat(kept.isOwner()).isTrue();
        Expect.lost(lost.complete(Expect.saved("paid")));
        Expect.recorded(kept.complete(Expect.saved("paid")));
        Now.until("the signal came all the same", () -> told.get() == 1);
    }
}
