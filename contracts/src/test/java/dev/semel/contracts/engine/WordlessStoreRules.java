// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Admission;
import dev.semel.Admission.Conflict.Cause;
import dev.semel.Admission.Unavailable;
import dev.semel.Completion;
import dev.semel.Idempotency;
import dev.semel.InFlight;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Ticket;
import dev.semel.event.AdmissionEvent.ClaimAbandoned;
import dev.semel.event.EngineEvent.PurgeFailed;
import dev.semel.event.EngineEvent.RenewalFailed;
import dev.semel.state.State;
import dev.semel.testkit.Call;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store that answers nothing has not said no, and nothing stops because of it. */
abstract class WordlessStoreRules extends EngineRules {

    private static final Operation CHARGES = Scene.charges(policy -> policy);

    private WordlessStore open() {
        WordlessStore store = new WordlessStore(scene().memory());
        scene().open(store, Runnable::run, settings -> settings.purgeEvery(Duration.ofMinutes(1)));
        return store;
    }

    @Test
    @DisplayName("R28: waiters go on looking after a look that was answered with nothing")
    void waitersLookAgain() {
        WordlessStore store = open();
        Intent waiting =
                Scene.intent(Scene.charges(policy -> policy.inFlight(InFlight.waitUpTo(Duration.ofMinutes(5)))));
        scene().run(waiting);
        store.saysNothingTo(Call.FIND, 3);
        CompletableFuture<Admission> waiter = scene().ask(waiting);
        scene().passSeconds(5);
        scene().elsewhere().completes(scene().record(waiting), Expect.saved("paid elsewhere"));
        scene().passSeconds(5);
        assertThat(Expect.replay(Now.of(waiter))).isEqualTo("paid elsewhere");
    }

    @Test
    @DisplayName("R9: leases are renewed again soon when a batch was answered with nothing, and the failure is told")
    void batch() {
        WordlessStore store = open();
        Ticket ticket = scene().run(Scene.intent());
        store.saysNothingTo(Call.RENEW, 3);
        scene().passSeconds(120);
        assertThat(ticket.isOwner()).isTrue();
        assertThat(scene().events().all(RenewalFailed.class)).hasSize(3);
    }

    @Test
    @DisplayName(
            "R9: one lease that a store says nothing of does not spoil the rest of its batch, and is not called lost")
    void oneLease() {
        WordlessStore store = open();
        Ticket passedOver = scene().run(Scene.intent(CHARGES, "passed-over"));
        AtomicInteger told = new AtomicInteger();
        for (int i = 0; i < 8; i++) {
            scene().run(Scene.intent(CHARGES, "key-" + i)).onLost(told::incrementAndGet);
        }
        store.passesOver(renewal -> renewal.id().key().value().equals("passed-over"));
        scene().passSeconds(25);
        assertThat(passedOver.isOwner()).isTrue();
        scene().passSeconds(60);
        assertThat(told).hasValue(0);
        assertThat(passedOver.isOwner()).isFalse();
        Expect.conflict(scene().admit(Scene.intent(CHARGES, "passed-over")), Cause.IN_PROGRESS);
    }

    @Test
    @DisplayName("R5: a purge that was answered with nothing is told, and tried again in the next round")
    void purge() {
        WordlessStore store = open();
        Expect.recorded(scene().run(Scene.intent()).complete(Expect.saved("paid")));
        scene().time().clock().advance(Duration.ofHours(25));
        store.saysNothingTo(Call.PURGE, 1);
        scene().passSeconds(240);
        assertThat(scene().memory().size()).isZero();
        assertThat(scene().events().all(PurgeFailed.class)).hasSize(1);
    }

    @Test
    @DisplayName("R7: a claim that was answered with nothing is sent again, and recognises its own record")
    void claim() {
        WordlessStore store = open();
        store.saysNothingTo(Call.CLAIM, 2);
        CompletableFuture<Admission> asked = scene().ask(Scene.intent());
        scene().passSeconds(2);
        Ticket ticket = Expect.run(Now.of(asked));
        assertThat(ticket.attempt()).isEqualTo(1);
        Expect.recorded(ticket.complete(Expect.saved("paid")));
    }

    @Test
    @DisplayName(
            "R7: a claim that is only ever answered with nothing is given up and freed, however the store puts that")
    void abandoned() {
        WordlessStore store = open();
        store.saysNothingTo(Call.CLAIM, 10);
        store.saysNothingTo(Call.ABANDON, 2);
        CompletableFuture<Void> later = store.later();
        CompletableFuture<Admission> asked = scene().ask(Scene.intent());
        later.complete(null);
        scene().passSeconds(60);
        Expect.unavailable(Now.of(asked), Unavailable.Cause.STORE);
        assertThat(scene().record(Scene.intent()).state()).isEqualTo(State.RELEASED);
        assertThat(scene().events().all(ClaimAbandoned.class)).hasSize(1);
    }

    @Test
    @DisplayName("R17: an ending that was answered with nothing is sent again, and recognised")
    void ending() {
        WordlessStore store = open();
        Ticket ticket = scene().run(Scene.intent());
        store.saysNothingTo(Call.FINISH, 2);
        CompletableFuture<?> ended = ticket.complete(Expect.saved("paid")).toCompletableFuture();
        scene().passSeconds(2);
        assertThat(ended).isCompletedWithValueMatching(Completion.Recorded.class::isInstance);
    }

    @Test
    @DisplayName("R10, R29: an attempt that does not say how it ended has not ended, and can end after that")
    @SuppressWarnings("NullAway")
    void noOutcome() {
        Idempotency engine = scene().open(settings -> settings.mostTickets(1));
        Ticket ticket = Expect.run(Now.of(engine.admitAsync(Scene.intent())));
        assertThatThrownBy(() -> ticket.end(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("how it ended");
        Expect.recorded(ticket.complete(Expect.saved("paid")));
        Expect.run(Now.of(engine.admitAsync(Scene.intent(CHARGES, "another"))));
    }
}
