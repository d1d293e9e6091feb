// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Idempotency;
import dev.semel.InFlight;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Saved;
import dev.semel.servers.RedisProcess;
import dev.semel.spi.Notifying;
import dev.semel.state.RecordId;
import dev.semel.testkit.ManualTimers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A caller who waits for an attempt of another process")
class WaitingTest {

    private static final Operation WAITING = Operation.named("charges.create")
            .inFlight(InFlight.waitUpTo(Duration.ofMinutes(5)))
            .lease(Duration.ofMinutes(10))
            .build();

    /** One for the limits of all calls and one for the leases of all tickets: both stay while time stands still. */
    private static final int ALARMS_WITHOUT_WAITER = 2;

    /** Those two, the waiter's deadline, and the next look. */
    private static final int ALARMS_WITH_WAITER = ALARMS_WITHOUT_WAITER + 2;

    @Test
    @DisplayName("R28: gets its answer because the ending was told, without looking by itself")
    void isWoken() {
        // Stands still: a waiter that would look every now and then does not in this test.
        ManualTimers standing = ManualTimers.create();
        try (RedisProcess server = RedisProcess.start();
                RedisStore here = Commands.patient(server.uri());
                RedisStore there = Commands.patient(server.uri());
                Idempotency winners = Idempotency.builder(here)
                        .storeTimeout(Duration.ofMinutes(1))
                        .build();
                Idempotency waiters =
                        Idempotency.builder(there).timers(standing).build()) {
            awaitNotices(here, there);
            setTheAlarmsThatStay(waiters, standing);
            for (int i = 0; i < 20; i++) {
                wokenOnce(winners, waiters, standing);
            }
            assertThat(standing.nanoTime())
                    .as("time that has passed for the waiters")
                    .isZero();
        }
    }

    private static void wokenOnce(Idempotency winners, Idempotency waiters, ManualTimers standing) {
        RecordId id = Commands.freshId();
        Intent intent = new Intent(WAITING, id.tenant(), id.key(), Commands.FINGERPRINT);
        Admission.Run run = (Admission.Run) winners.admit(intent);
        // An answer may come before the room has put its alarms away: the last round's must not count in this one.
        Eventually.holds("nobody waits", () -> standing.scheduled() == ALARMS_WITHOUT_WAITER);
        CompletionStage<Admission> waiter = waiters.admitAsync(intent);
        Eventually.holds("it waits", () -> standing.scheduled() == ALARMS_WITH_WAITER);

        Saved paid = Saved.of("text/plain", new byte[] {42});
        Commands.now(run.ticket().complete(paid));

        Admission answer = Commands.now(waiter);
        assertThat(answer).isInstanceOf(Admission.Replay.class);
        assertThat(((Admission.Replay) answer).answer().saved()).isEqualTo(paid);
    }

    /** Repeated, since a call that is answered before anybody looks needs no limit. */
    private static void setTheAlarmsThatStay(Idempotency waiters, ManualTimers standing) {
        Eventually.holds("both are set", () -> {
            RecordId id = Commands.freshId();
            Intent intent = new Intent(WAITING, id.tenant(), id.key(), Commands.FINGERPRINT);
            Admission.Run run = (Admission.Run) Commands.now(waiters.admitAsync(intent));
            Commands.now(run.ticket().release());
            return standing.scheduled() == ALARMS_WITHOUT_WAITER;
        });
    }

    /** Endings are told once somebody is known to wait; that takes a moment. */
    private static void awaitNotices(RedisStore here, RedisStore there) {
        Set<RecordId> heard = ConcurrentHashMap.newKeySet();
        try (Notifying.Subscription open = there.onEnded(heard::add)) {
            assertThat(open).isNotNull();
            Eventually.holds("endings are told", () -> {
                Commands.completed(here, Commands.freshId(), new byte[] {1});
                return !heard.isEmpty();
            });
        }
    }
}
