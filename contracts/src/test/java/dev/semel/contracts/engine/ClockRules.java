// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission.Conflict.Cause;
import dev.semel.Ticket;
import dev.semel.testkit.ManualClock;
import dev.semel.testkit.ManualTime;
import dev.semel.testkit.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Clocks that disagree. */
abstract class ClockRules extends EngineRules {

    @Test
    @DisplayName("R12: a store whose clock is decades away from the process's changes nothing")
    void decadesAway() {
        for (Instant start : new Instant[] {Instant.EPOCH, Instant.parse("2099-01-01T00:00:00Z")}) {
            sceneIn(ManualTime.of(ManualClock.startingAt(start), ManualTimers.create()));
            assertWholeLife();
            closeScene();
        }
    }

    @Test
    @DisplayName("R12: a monotonic clock that is negative, or overflows under a running attempt, changes nothing")
    void overflow() {
        long[] starts = {
            -Duration.ofDays(1).toNanos(),
            Long.MAX_VALUE - Duration.ofSeconds(15).toNanos()
        };
        for (long start : starts) {
            sceneIn(ManualTime.of(ManualClock.create(), ManualTimers.startingAt(start)));
            assertWholeLife();
            closeScene();
        }
    }

    private void assertWholeLife() {
        Ticket ticket = scene().run(Scene.intent());
        scene().passSeconds(100);
        assertThat(ticket.isOwner()).isTrue();
        assertThat(scene().log().renewals()).hasSize(10);
        Expect.conflict(scene().admit(Scene.intent()), Cause.IN_PROGRESS);
        Expect.recorded(ticket.complete(Expect.saved("paid")));
        scene().pass(Duration.ofHours(23));
        assertThat(Expect.replay(scene().admit(Scene.intent()))).isEqualTo("paid");
        scene().pass(Duration.ofHours(1));
        scene().run(Scene.intent());
        scene().store().down();
        scene().passSeconds(120);
    }

    @Test
    @DisplayName("R12: a process whose time runs at half speed, or five times as fast, keeps its leases")
    void moderateDrift() {
        for (double speed : new double[] {0.5, 5}) {
            sceneIn(ManualTime.drifting(speed));
            Ticket ticket = scene().run(Scene.intent());
            scene().passSeconds(100);
            assertThat(ticket.isOwner()).isTrue();
            Expect.conflict(scene().admit(Scene.intent()), Cause.IN_PROGRESS);
            Expect.recorded(ticket.complete(Expect.saved("paid")));
            closeScene();
        }
    }

    @Test
    @DisplayName("R10, R12: a process that stood still for a day believes in its lease, but the fence does not")
    void stoodStill() {
        Ticket ticket = scene().run(Scene.intent());
        scene().time().pauseProcess(Duration.ofDays(1));
        scene().elsewhere().completes(scene().elsewhere().claims(Scene.intent()), Expect.saved("the successor's"));
        assertThat(ticket.isOwner()).as("its own clock shows no time passed").isTrue();
        assertThat(Expect.replay(Expect.lost(ticket.complete(Expect.saved("my own")))))
                .isEqualTo("the successor's");
    }

    @Test
    @DisplayName("R12: a process that is a day ahead gives up belief, not the key: only the store decides")
    void dayAhead() {
        Ticket ticket = scene().run(Scene.intent());
        scene().store().down();
        scene().time().timers().advance(Duration.ofSeconds(60));
        assertThat(ticket.isOwner()).isFalse();
        scene().store().up();
        Expect.conflict(scene().admit(Scene.intent()), Cause.IN_PROGRESS);
        Expect.recorded(ticket.complete(Expect.saved("paid")));
    }
}
