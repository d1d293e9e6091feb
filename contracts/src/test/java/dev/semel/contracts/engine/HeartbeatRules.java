// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission.Conflict.Cause;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Ticket;
import dev.semel.event.TicketEvent.OwnershipLost;
import dev.semel.state.Reason;
import dev.semel.state.Renewal;
import dev.semel.testkit.Call;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a living attempt keeps its lease while the store is well. */
abstract class HeartbeatRules extends EngineRules {

    @Test
    @DisplayName("R9: a living attempt renews its lease at a third of it, and not before")
    void renewsAtAThird() {
        scene().run(Scene.intent());
        scene().passMillis(9_999);
        assertThat(scene().log().renewals()).isEmpty();
        scene().passMillis(1);
        assertThat(scene().log().renewals()).hasSize(1);
        scene().passSeconds(10);
        assertThat(scene().log().renewals()).hasSize(2);
    }

    @Test
    @DisplayName("R8, R9: a short lease and a long operation go together")
    void longOperation() {
        Ticket ticket = scene().run(Scene.intent());
        for (int i = 0; i < 60; i++) {
            scene().passSeconds(10);
            assertThat(ticket.isOwner()).isTrue();
            Expect.conflict(scene().admit(Scene.intent()), Cause.IN_PROGRESS);
        }
        Expect.recorded(ticket.complete(Expect.saved("paid")));
    }

    @Test
    @DisplayName("R8, T6: after a crash the lease lapses, and the next retry takes over as number 2 and knows why")
    void crashLapses() {
        scene().elsewhere().claims(Scene.intent());
        scene().passMillis(29_999);
        Expect.conflict(scene().admit(Scene.intent()), Cause.IN_PROGRESS);
        scene().passMillis(1);
        Ticket next = scene().run(Scene.intent());
        assertThat(next.attempt()).isEqualTo(2);
        assertThat(next.reason()).isEqualTo(Reason.LEASE_LAPSED);
    }

    @Test
    @DisplayName("R9: an ended attempt is not renewed any more, and no alarm is left when no attempt lives")
    void endedIsNotRenewed() {
        Expect.recorded(scene().run(Scene.intent()).complete(Expect.saved("paid")));
        scene().passSeconds(60);
        assertThat(scene().log().renewals()).isEmpty();
        assertThat(scene().time().timers().scheduled()).isZero();
    }

    @Test
    @DisplayName("R9: the leases of a process are renewed in bulk, at most a thousand in a call, under one alarm")
    void renewsInBulk() {
        admitMany(2_500);
        assertThat(scene().time().timers().scheduled()).isEqualTo(1);
        scene().passSeconds(10);
        assertThat(sizes()).containsExactly(1_000, 1_000, 500);
        scene().passSeconds(10);
        assertThat(sizes()).hasSize(6);
        assertThat(scene().time().timers().scheduled()).isEqualTo(1);
    }

    @Test
    @Tag("heavy")
    @DisplayName("R9: a hundred thousand living attempts cost one alarm, and a hundred calls in a third of a lease")
    void hundredThousand() {
        admitMany(100_000);
        assertThat(scene().time().timers().scheduled()).isEqualTo(1);
        scene().passSeconds(10);
        assertThat(scene().store().calls(Call.RENEW)).isEqualTo(100);
        assertThat(scene().time().timers().scheduled()).isEqualTo(1);
    }

    private void admitMany(int count) {
        Operation operation = Scene.charges(policy -> policy);
        for (int i = 0; i < count; i++) {
            scene().run(Scene.intent(operation, "key-" + i));
        }
    }

    private List<Integer> sizes() {
        return scene().log().renewals().stream().map(List::size).toList();
    }

    @Test
    @DisplayName("R9: renewals that are due soon after each other go together")
    void oneRhythm() {
        Operation operation = Scene.charges(policy -> policy);
        for (int i = 0; i < 20; i++) {
            scene().run(Scene.intent(operation, "key-" + i));
            scene().passMillis(100);
        }
        scene().log().forget();
        scene().passSeconds(10);
        assertThat(sizes()).containsExactly(20);
    }

    @Test
    @DisplayName("R9: a short lease beside long ones is renewed in its own time")
    void shortBesideLong() {
        scene().run(Scene.intent());
        Intent hasty = Scene.intent(Scene.named("hasty")
                .lease(Duration.ofMillis(300))
                .completionWait(Duration.ofMillis(100))
                .build());
        Ticket ticket = scene().run(hasty);
        for (int i = 0; i < 50; i++) {
            scene().passMillis(100);
            assertThat(ticket.isOwner()).isTrue();
            Expect.conflict(scene().admit(hasty), Cause.IN_PROGRESS);
        }
    }

    @Test
    @DisplayName("R9: renewals end at maxDuration, and none asks for more than is left until then")
    void ceiling() {
        Intent intent = Scene.intent(Scene.charges(policy -> policy.maxDuration(Duration.ofSeconds(95))));
        Instant start = scene().time().clock().instant();
        scene().run(intent);
        scene().passSeconds(200);
        assertThat(scene().record(intent).leaseUntil()).isEqualTo(start.plusSeconds(95));
        assertThat(scene().log().renewals()).hasSize(9);
        assertThat(lastRenewal().lease()).isEqualTo(Duration.ofSeconds(5));
        assertThat(scene().time().timers().scheduled()).isZero();
    }

    private Renewal lastRenewal() {
        List<List<Renewal>> batches = scene().log().renewals();
        return batches.get(batches.size() - 1).get(0);
    }

    @Test
    @DisplayName("R9, R10: a hung handler loses the key at maxDuration, is told so once, and the next retry takes over")
    void hungHandler() {
        Intent intent = Scene.intent(Scene.charges(policy -> policy.maxDuration(Duration.ofSeconds(95))));
        Ticket ticket = scene().run(intent);
        AtomicInteger told = new AtomicInteger();
        ticket.onLost(told::incrementAndGet);
        scene().passMillis(94_999);
        assertThat(ticket.isOwner()).isTrue();
        assertThat(told).hasValue(0);
        scene().passMillis(1);
        assertThat(ticket.isOwner()).isFalse();
        scene().passSeconds(100);
        assertThat(told).hasValue(1);
        Ticket next = scene().run(intent);
        assertThat(next.attempt()).isEqualTo(2);
        Expect.recorded(next.release());
        assertThat(scene().events().all(OwnershipLost.class))
                .extracting(OwnershipLost::cause)
                .containsExactly(OwnershipLost.Cause.TOO_LONG);
    }
}
