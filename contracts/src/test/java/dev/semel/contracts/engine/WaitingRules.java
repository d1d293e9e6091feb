// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Conflict.Cause;
import dev.semel.Admission.Unavailable;
import dev.semel.InFlight;
import dev.semel.Intent;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.Ticket;
import dev.semel.state.KeyRecord;
import dev.semel.testkit.Call;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Retries that wait for the attempt that runs. */
abstract class WaitingRules extends EngineRules {

    private static final Operation WAITING =
            Scene.charges(policy -> policy.inFlight(new InFlight(Duration.ofSeconds(10), 4)));

    private final Intent intent = Scene.intent(WAITING);

    private List<CompletableFuture<Admission>> waiters(int count) {
        return IntStream.range(0, count).mapToObj(i -> scene().ask(intent)).toList();
    }

    @Test
    @DisplayName("R28: a waiter is woken at once by the completion in its own process, and replays it")
    void wokenAtOnce() {
        Ticket winner = scene().run(intent);
        List<CompletableFuture<Admission>> waiters = waiters(3);
        waiters.forEach(Expect::pending);
        Expect.recorded(winner.complete(Expect.saved("paid")));
        assertThat(waiters).allMatch(waiter -> "paid".equals(Expect.replay(Now.of(waiter))));
    }

    @Test
    @DisplayName("R28: who would not hold its thread learns at once that it waits, and gets the answer later")
    void waitsWithoutAThread() {
        Ticket winner = Expect.run(Now.of(scene().engine().admitOrWait(intent)));
        CompletableFuture<Admission> waiter =
                scene().engine().admitOrWait(intent).toCompletableFuture();
        Expect.pending(waiter);
        Expect.recorded(winner.complete(Expect.saved("paid")));
        assertThat(Expect.replay(Now.of(waiter))).isEqualTo("paid");
        assertThat(Expect.replay(Now.of(scene().engine().admitOrWait(intent)))).isEqualTo("paid");
    }

    @Test
    @DisplayName("R28: who would not hold its thread and hangs up leaves its place, and no claim behind")
    void hangsUpWithoutAThread() {
        scene().open(settings -> settings.mostWaiters(1));
        Ticket winner = scene().run(intent);
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Admission> waiter =
                    scene().engine().admitOrWait(intent).toCompletableFuture();
            Expect.pending(waiter);
            waiter.cancel(false);
        }
        scene().log().forget();
        Expect.recorded(winner.release());
        assertThat(scene().log().claims()).isEmpty();
    }

    @Test
    @DisplayName("R28: who would not hold its thread, and does not wait, is refused at once")
    void refusedWithoutAThread() {
        Intent rejecting = Scene.intent();
        Expect.run(Now.of(scene().engine().admitOrWait(rejecting)));
        Expect.conflict(Now.of(scene().engine().admitOrWait(rejecting)), Cause.IN_PROGRESS);
    }

    @Test
    @DisplayName("R28: a completion in another process is found by looking, within a quarter of a second")
    void foundByLooking() {
        KeyRecord winner = scene().elsewhere().claims(intent);
        CompletableFuture<Admission> waiter = scene().ask(intent);
        scene().passSeconds(5);
        Expect.pending(waiter);
        scene().elsewhere().completes(winner, Expect.saved("paid"));
        scene().passMillis(250);
        assertThat(Expect.replay(Now.of(waiter))).isEqualTo("paid");
    }

    @Test
    @DisplayName("R28: a store that tells of endings wakes its waiters at once")
    void wokenByNotice() {
        NotifyingLog notifying = new NotifyingLog(scene().log());
        scene().open(notifying, Runnable::run, settings -> settings);
        KeyRecord winner = scene().elsewhere().claims(intent);
        CompletableFuture<Admission> waiter = scene().ask(intent);
        scene().elsewhere().completes(winner, Expect.saved("paid"));
        notifying.tell(intent.recordId());
        assertThat(Expect.replay(Now.of(waiter))).isEqualTo("paid");
    }

    @Test
    @DisplayName("R28: a wrong notice does no harm")
    void wrongNotice() {
        NotifyingLog notifying = new NotifyingLog(scene().log());
        scene().open(notifying, Runnable::run, settings -> settings);
        scene().elsewhere().claims(intent);
        CompletableFuture<Admission> waiter = scene().ask(intent);
        notifying.tell(intent.recordId());
        notifying.tell(Scene.intent(WAITING, "another").recordId());
        Expect.pending(waiter);
        scene().close();
        assertThat(notifying.subscribers()).isZero();
    }

    @Test
    @DisplayName("R28: at its deadline a waiter gets a conflict, and not before")
    void deadline() {
        scene().run(intent);
        CompletableFuture<Admission> waiter = scene().ask(intent);
        scene().passMillis(9_999);
        Expect.pending(waiter);
        scene().passMillis(1);
        Expect.conflict(Now.of(waiter), Cause.IN_PROGRESS);
    }

    @Test
    @DisplayName("T1, R28: a waiter that times out never touches the winner's record")
    void neverTouchesTheWinner() {
        KeyRecord winner = scene().elsewhere().claims(intent);
        List<CompletableFuture<Admission>> waiters = waiters(4);
        scene().passSeconds(20);
        waiters.forEach(waiter -> Expect.conflict(Now.of(waiter), Cause.IN_PROGRESS));
        assertThat(scene().record(intent)).isEqualTo(winner);
        for (Call write : new Call[] {Call.FINISH, Call.ABANDON, Call.RENEW, Call.SETTLE}) {
            assertThat(scene().store().calls(write)).as(write + " by a waiter").isZero();
        }
        scene().elsewhere().completes(winner, Expect.saved("paid"));
    }

    @Test
    @DisplayName("R28: beyond the cap for a key a retry conflicts at once")
    void capPerKey() {
        scene().run(intent);
        waiters(4).forEach(Expect::pending);
        Expect.conflict(scene().admit(intent), Cause.IN_PROGRESS);
        Intent other = Scene.intent(WAITING, "another");
        scene().run(other);
        Expect.pending(scene().ask(other));
    }

    @Test
    @DisplayName("R28: beyond the cap for the process a retry conflicts at once, whatever its key")
    void capPerProcess() {
        scene().open(settings -> settings.mostWaiters(1));
        Intent other = Scene.intent(WAITING, "another");
        scene().run(intent);
        scene().run(other);
        Expect.pending(scene().ask(intent));
        Expect.conflict(scene().admit(other), Cause.IN_PROGRESS);
    }

    @Test
    @DisplayName("R28: a place in the waiting room is free again after a deadline, an answer, or a refusal")
    void placesAreGivenBack() {
        scene().open(settings -> settings.mostWaiters(1));
        Ticket winner = scene().run(intent);
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Admission> waiter = scene().ask(intent);
            Expect.conflict(scene().admit(intent), Cause.IN_PROGRESS);
            scene().passSeconds(10);
            Expect.conflict(Now.of(waiter), Cause.IN_PROGRESS);
        }
        CompletableFuture<Admission> last = scene().ask(intent);
        Expect.recorded(winner.complete(Expect.saved("paid")));
        Expect.replay(Now.of(last));
        Intent other = Scene.intent(WAITING, "another");
        scene().run(other);
        Expect.pending(scene().ask(other));
    }

    /** Waits for the same key, and cannot read the older answer that it gets. */
    private final Intent unreading =
            Scene.intent(Scene.charges(policy -> policy.inFlight(new InFlight(Duration.ofSeconds(10), 4))
                    .version(2, OlderAnswer.convert((from, older) -> {
                        throw new AssertionError("unexpected version " + from);
                    }))));

    @Test
    @DisplayName("R20, R28: waiters whose converter fails with an error are answered, and their places are free again")
    void failingConverter() {
        scene().open(settings -> settings.mostWaiters(2));
        KeyRecord winner = scene().elsewhere().claims(unreading);
        List<CompletableFuture<Admission>> waiters = List.of(scene().ask(unreading), scene().ask(unreading));
        scene().elsewhere().completes(winner, Expect.saved("paid"), 1);
        scene().passMillis(250);
        waiters.forEach(waiter -> Expect.unavailable(Now.of(waiter), Unavailable.Cause.UNREADABLE));
        Intent other = Scene.intent(WAITING, "another");
        scene().run(other);
        Expect.pending(scene().ask(other));
        Expect.pending(scene().ask(other));
    }

    @Test
    @DisplayName(
            "R17, R28: a waiter whose converter fails keeps neither the winner from its completion, nor other waiters")
    void failingConverterBesideTheWinner() {
        Ticket winner = scene().run(intent);
        CompletableFuture<Admission> failing = scene().ask(unreading);
        CompletableFuture<Admission> sound = scene().ask(intent);
        Expect.recorded(winner.complete(Expect.saved("paid")));
        Expect.unavailable(Now.of(failing), Unavailable.Cause.UNREADABLE);
        assertThat(Expect.replay(Now.of(sound))).isEqualTo("paid");
    }

    @Test
    @DisplayName("R6, R28: another payload does not wait: it mismatches at once")
    void mismatchDoesNotWait() {
        scene().run(intent);
        Expect.a(Admission.Mismatch.class, scene().admit(Scene.otherPayload(intent)));
    }

    @Test
    @DisplayName("R28: all waiters of a key share one look at the store, at most a few in a second")
    void shareOneLook() {
        scene().elsewhere().claims(intent);
        waiters(4);
        scene().log().forget();
        scene().passSeconds(8);
        assertThat(scene().log().finds()).hasSizeBetween(8 * 4, 8 * 10);
    }

    @Test
    @DisplayName("R28: a store that cannot be looked at is looked at again, and waiters wait on")
    void failingLooks() {
        KeyRecord winner = scene().elsewhere().claims(intent);
        CompletableFuture<Admission> waiter = scene().ask(intent);
        scene().store().down();
        scene().passSeconds(5);
        Expect.pending(waiter);
        scene().store().up();
        scene().elsewhere().completes(winner, Expect.saved("paid"));
        scene().passMillis(250);
        assertThat(Expect.replay(Now.of(waiter))).isEqualTo("paid");
    }

    @Test
    @DisplayName("R28: when nobody waits any more, nobody looks, and no alarm is left")
    void nothingIsLeft() {
        KeyRecord winner = scene().elsewhere().claims(intent);
        waiters(2);
        scene().elsewhere().completes(winner, Expect.saved("paid"));
        scene().passSeconds(20);
        scene().log().forget();
        scene().passSeconds(20);
        assertThat(scene().log().finds()).isEmpty();
        assertThat(scene().time().timers().scheduled()).isZero();
    }
}
