// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Ticket;
import dev.semel.event.AdmissionEvent;
import dev.semel.event.EngineEvent.EventsDropped;
import dev.semel.event.EventListener;
import dev.semel.event.TicketEvent;
import dev.semel.state.State;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What observers hear, and that they can hurt nobody. */
abstract class EventRules extends EngineRules {

    private static final Operation CHARGES = Scene.charges(policy -> policy);

    private final CountDownLatch blocked = new CountDownLatch(1);

    @AfterEach
    void unblock() {
        blocked.countDown();
    }

    private List<String> kinds() {
        return scene().events().all().stream()
                .map(event -> event.getClass().getSimpleName())
                .toList();
    }

    @Test
    @DisplayName("R39: a run, its ending and its replay are heard, in order")
    void ordinaryLife() {
        Expect.recorded(scene().run(Scene.intent()).complete(Expect.saved("paid")));
        scene().admit(Scene.intent());
        assertThat(kinds()).containsExactly("Granted", "Ended", "Replayed");
        assertThat(scene().events().all(TicketEvent.Ended.class).get(0).state()).isEqualTo(State.COMPLETED);
    }

    @Test
    @DisplayName("R39: a conflict, a mismatch and a held key are heard")
    void losers() {
        Ticket ticket = scene().run(Scene.intent());
        scene().admit(Scene.intent());
        scene().admit(Scene.otherPayload(Scene.intent()));
        Expect.recorded(ticket.doubt());
        Intent holding = Scene.intent(Scene.charges(policy -> policy.inDoubt(InDoubt.hold())));
        scene().admit(holding);
        assertThat(kinds()).containsExactly("Granted", "Conflicted", "Mismatched", "Ended", "HeldBack");
    }

    @Test
    @DisplayName("R39: each intent is told once as admitted or refused, also when it waited or was refused for load")
    void onceEach() {
        scene().open(settings -> settings.mostTickets(1));
        Ticket ticket = scene().run(Scene.intent());
        scene().admit(Scene.intent(CHARGES, "another"));
        Expect.recorded(ticket.release());
        assertThat(kinds()).containsExactly("Granted", "Undecided", "Ended");
        assertThat(scene().events().all(AdmissionEvent.Undecided.class).get(0).cause())
                .isEqualTo(Admission.Unavailable.Cause.OVERLOADED);
    }

    @Test
    @DisplayName("R39: every warning is logged for those who do not listen, with its key's hash")
    void warningsAreLogged() {
        scene().open(settings -> settings);
        maker().engine(scene().log(), scene().time().timers(), Runnable::run, settings -> settings.developmentMode())
                .close();
        try (var logging = maker().engine(
                        scene().log(),
                        scene().time().timers(),
                        Runnable::run,
                        settings -> settings.developmentMode())) {
            Ticket ticket = Expect.run(Now.of(logging.admitAsync(Scene.intent())));
            Expect.recorded(ticket.doubt());
        }
        assertThat(log().containing("IN_DOUBT")).isEqualTo(1);
        assertThat(log().containing("charges.create")).isEqualTo(1);
    }

    @Test
    @DisplayName("R39: a listener that throws hurts no request, and the other listeners hear everything")
    void throwingListener() {
        EventListener broken = event -> {
            throw new IllegalStateException("a broken listener");
        };
        Events after = new Events();
        scene().open(settings -> settings.listener(broken).listener(after));
        Expect.recorded(scene().run(Scene.intent()).complete(Expect.saved("paid")));
        scene().close();
        assertThat(after.all()).hasSize(2);
        assertThat(log().containing("failed on Granted")).isEqualTo(1);
    }

    @Test
    @DisplayName("R39: a listener that fails with an error hears the next event all the same")
    void failingListener() {
        Events told = new Events();
        scene().open(settings -> settings.listener(event -> {
            told.on(event);
            throw new ServiceConfigurationError("no such provider");
        }));
        Expect.recorded(scene().run(Scene.intent()).complete(Expect.saved("paid")));
        scene().close();
        assertThat(told.all()).hasSize(2);
    }

    @Test
    @DisplayName("R39: a listener that leaves its thread interrupted hears the next event all the same")
    void interruptingListener() {
        Events told = new Events();
        scene().open(settings -> settings.listener(event -> {
            told.on(event);
            Thread.currentThread().interrupt();
        }));
        for (int i = 0; i < 5; i++) {
            Expect.recorded(scene().run(Scene.intent(CHARGES, "key-" + i)).release());
        }
        scene().close();
        assertThat(told.all()).hasSize(10);
    }

    @Test
    @Tag("heavy")
    @DisplayName("R29, R39: a listener that blocks forever hurts no request; what it misses is counted, not queued")
    void blockingListener() {
        Events told = new Events();
        scene().open(settings -> settings.listener(event -> {
            block();
            told.on(event);
        }));
        for (int i = 0; i < 10_000; i++) {
            Expect.recorded(scene().run(Scene.intent(CHARGES, "key-" + i)).release());
        }
        blocked.countDown();
        scene().close();
        long heard = told.all().stream()
                .filter(event -> !(event instanceof EventsDropped))
                .count();
        long dropped = told.all(EventsDropped.class).stream()
                .mapToLong(EventsDropped::events)
                .sum();
        assertThat(heard).isLessThan(20_000);
        assertThat(heard + dropped).isEqualTo(20_000);
    }

    private void block() {
        try {
            assertThat(blocked.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
