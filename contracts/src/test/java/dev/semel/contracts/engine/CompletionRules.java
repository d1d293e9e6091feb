// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Conflict.Cause;
import dev.semel.Completion;
import dev.semel.Intent;
import dev.semel.Saved;
import dev.semel.Ticket;
import dev.semel.event.TicketEvent.GaveUpRecording;
import dev.semel.event.TicketEvent.SentUnrecorded;
import dev.semel.state.Ending;
import dev.semel.state.State;
import dev.semel.testkit.Fault;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Endings that the store does not acknowledge. */
abstract class CompletionRules extends EngineRules {

    private CompletionStage<Completion> complete(Ticket ticket) {
        return ticket.complete(Expect.saved("paid"));
    }

    private void refuseSaves() {
        scene().log().refuse(finish -> finish.ending() instanceof Ending.Save);
    }

    @Test
    @DisplayName("R17: an answer waits for its completion up to the limit, and is then given unrecorded, and counted")
    void waitsUpToTheLimit() {
        Ticket ticket = scene().run(Scene.intent());
        refuseSaves();
        CompletionStage<Completion> completion = complete(ticket);
        scene().passMillis(1_999);
        Expect.pending(completion);
        scene().passMillis(1);
        Expect.unrecorded(completion);
        assertThat(Now.of(completion).maySend()).isTrue();
        assertThat(scene().events().all(SentUnrecorded.class)).hasSize(1);
    }

    @Test
    @DisplayName("R17: a completion that succeeds within the limit is recorded, as if nothing had been")
    void succeedsWithinTheLimit() {
        Ticket ticket = scene().run(Scene.intent());
        scene().store().next(Fault.REQUEST_LOST).onFinish();
        scene().store().next(Fault.REQUEST_LOST).onFinish();
        CompletionStage<Completion> completion = complete(ticket);
        scene().passSeconds(1);
        Expect.recorded(completion);
        assertThat(scene().events().all(SentUnrecorded.class)).isEmpty();
    }

    @Test
    @DisplayName("R17: after the answer was given, completion is tried again while the lease lives, and then replayed")
    void triedAgainAfterwards() {
        Ticket ticket = scene().run(Scene.intent());
        refuseSaves();
        CompletionStage<Completion> completion = complete(ticket);
        scene().passSeconds(25);
        Expect.unrecorded(completion);
        scene().log().refuse(finish -> false);
        scene().passSeconds(2);
        assertThat(Expect.replay(scene().admit(Scene.intent()))).isEqualTo("paid");
    }

    @Test
    @DisplayName(
            "R17, T25: a renewal that meets the attempt's own completion, of which it has not heard, takes nothing away")
    void renewedBesideItsCompletion() {
        Ticket ticket =
                scene().run(Scene.intent(Scene.charges(policy -> policy.completionWait(Duration.ofSeconds(15)))));
        AtomicInteger told = new AtomicInteger();
        ticket.onLost(told::incrementAndGet);
        scene().passSeconds(9);
        for (int i = 0; i < 30; i++) {
            scene().store().next(Fault.REPLY_SWALLOWED).onFinish();
        }
        CompletionStage<Completion> completion = complete(ticket);
        scene().log().forget();
        scene().passSeconds(16);
        assertThat(scene().log().renewals()).isNotEmpty();
        Expect.unrecorded(completion);
        assertThat(told).hasValue(0);
    }

    @Test
    @DisplayName("R17: completion is tried with growing pauses: tens of times in a lease, not thousands")
    void growingPauses() {
        Ticket ticket = scene().run(Scene.intent());
        refuseSaves();
        complete(ticket);
        scene().passSeconds(40);
        assertThat(scene().log().finishes()).hasSizeBetween(10, 100);
    }

    @Test
    @DisplayName("T25: the lease is renewed until the completion is acknowledged, so that nobody takes over meanwhile")
    void renewsWhileCompleting() {
        Intent intent = Scene.intent();
        Ticket ticket = scene().run(intent);
        scene().passSeconds(25);
        refuseSaves();
        complete(ticket);
        for (int i = 0; i < 29; i++) {
            scene().passSeconds(1);
            Expect.conflict(scene().admit(intent), Cause.IN_PROGRESS);
        }
        scene().log().refuse(finish -> false);
        scene().passSeconds(1);
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("paid");
    }

    @Test
    @DisplayName("T25, R17: a finished attempt that cannot be saved is not renewed forever: it ends in doubt")
    void givesUpInDoubt() {
        Ticket ticket = scene().run(Scene.intent());
        refuseSaves();
        complete(ticket);
        scene().passSeconds(31);
        assertThat(scene().record(Scene.intent()).state()).isEqualTo(State.IN_DOUBT);
        scene().log().forget();
        scene().passSeconds(120);
        assertThat(scene().log().renewals()).isEmpty();
        assertThat(scene().log().finishes()).isEmpty();
        assertThat(scene().events().all(GaveUpRecording.class)).hasSize(1);
    }

    @Test
    @DisplayName("R17, T25: a store that takes renewals but no endings at all lets the lease lapse")
    void lapsesWithoutAnyEnding() {
        Ticket ticket = scene().run(Scene.intent());
        scene().log().refuse(finish -> true);
        complete(ticket);
        scene().passSeconds(61);
        assertThat(scene().find(Scene.intent()).orElseThrow().lapsed()).isTrue();
        assertThat(scene().time().timers().scheduled()).isZero();
        assertThat(scene().run(Scene.intent()).attempt()).isEqualTo(2);
    }

    @Test
    @DisplayName("T7, R17: a success that cannot be recorded never frees its key")
    void neverFreed() {
        Ticket ticket = scene().run(Scene.intent());
        refuseSaves();
        complete(ticket);
        for (int i = 0; i < 60; i++) {
            scene().passSeconds(1);
            assertThat(scene().record(Scene.intent()).state()).isIn(State.IN_PROGRESS, State.IN_DOUBT);
        }
        assertThat(scene().log().finishes()).noneMatch(finish -> finish.ending() instanceof Ending.Release);
        assertThat(scene().log().abandons()).isEmpty();
    }

    @Test
    @DisplayName("R10: a completion whose answer got lost finds itself already done, which is success")
    void alreadyDone() {
        Ticket ticket = scene().run(Scene.intent());
        scene().store().next(Fault.REPLY_LOST).onFinish();
        CompletionStage<Completion> completion = complete(ticket);
        scene().passSeconds(1);
        Expect.recorded(completion);
        assertThat(scene().log().finishes()).hasSize(2);
        assertThat(Expect.replay(scene().admit(Scene.intent()))).isEqualTo("paid");
    }

    @Test
    @DisplayName("R17: a completion that was applied is never turned into doubt, though no answer ever came")
    void appliedStaysApplied() {
        Ticket ticket = scene().run(Scene.intent());
        for (int i = 0; i < 200; i++) {
            scene().store().next(Fault.REPLY_LOST).onFinish();
        }
        complete(ticket);
        for (int i = 0; i < 60; i++) {
            scene().passSeconds(1);
            assertThat(scene().record(Scene.intent()).state()).isEqualTo(State.COMPLETED);
        }
        assertThat(Expect.replay(scene().admit(Scene.intent()))).isEqualTo("paid");
    }

    @Test
    @DisplayName(
            "R10, R17: who was told before its end that another attempt took over sends nothing, silent as the store is now")
    void takenOverAndSilent() {
        Ticket ticket = scene().run(Scene.intent());
        scene().time().pauseProcess(Duration.ofSeconds(31));
        scene().elsewhere().claims(Scene.intent());
        scene().passSeconds(10);
        assertThat(ticket.isOwner()).isFalse();
        scene().store().down();
        CompletionStage<Completion> completion = complete(ticket);
        scene().passSeconds(2);
        Expect.conflict(Expect.lost(completion), Cause.IN_DOUBT);
    }

    @Test
    @DisplayName("R17: while a slow store works on an ending, it is not asked again before its time is over")
    void oneTryAtATime() {
        Ticket ticket = scene().run(Scene.intent());
        scene().store().next(Fault.REPLY_SWALLOWED).onFinish();
        CompletionStage<Completion> completion = complete(ticket);
        scene().passMillis(1_999);
        assertThat(scene().log().finishes()).hasSize(1);
        scene().passSeconds(1);
        assertThat(scene().log().finishes()).hasSize(2);
        Expect.unrecorded(completion);
        assertThat(Expect.replay(scene().admit(Scene.intent()))).isEqualTo("paid");
    }

    /** Its caller waits for the record as long as a lease lasts, and so hears the last word. */
    private static Intent patientIntent() {
        Duration lease = Duration.ofSeconds(10);
        return Scene.intent(Scene.charges(policy -> policy.lease(lease).completionWait(lease)));
    }

    @Test
    @DisplayName("R10, R17: who gives up recording and learns then that another attempt took over sends nothing")
    void lastWordIsTheFence() {
        Intent intent = patientIntent();
        Ticket ticket = scene().run(intent);
        for (int i = 0; i < 20; i++) {
            scene().store().next(Fault.REQUEST_LOST).onRenew();
        }
        scene().passSeconds(5);
        refuseSaves();
        CompletionStage<Completion> completion = complete(ticket);
        scene().passSeconds(7);
        scene().elsewhere().claims(intent);
        Expect.pending(completion);
        scene().passSeconds(4);
        Expect.conflict(Expect.lost(completion), Cause.IN_PROGRESS);
    }

    @Test
    @DisplayName("R17: who gives up recording and learns then that the answer was saved is told that it is recorded")
    void lastWordIsTheRecord() {
        Intent intent = patientIntent();
        Ticket ticket = scene().run(intent);
        scene().store().next(Fault.REPLY_LOST).onFinish();
        CompletionStage<Completion> completion = complete(ticket);
        refuseSaves();
        scene().passSeconds(11);
        Expect.recorded(completion);
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("paid");
    }

    @Test
    @DisplayName("R17: a release or a doubt that fails is tried again as well, and is no answer given unrecorded")
    void otherEndings() {
        Ticket ticket = scene().run(Scene.intent());
        scene().log().refuse(finish -> true);
        CompletionStage<Completion> completion = ticket.release();
        scene().passSeconds(3);
        Expect.unrecorded(completion);
        scene().log().refuse(finish -> false);
        scene().passSeconds(3);
        assertThat(scene().record(Scene.intent()).state()).isEqualTo(State.RELEASED);
        assertThat(scene().events().all(SentUnrecorded.class)).isEmpty();
    }

    @Test
    @DisplayName("R17: without a completion wait an answer is given at the first failure, and recording goes on")
    void noWait() {
        Intent intent = Scene.intent(Scene.charges(policy -> policy.completionWait(Duration.ZERO)));
        Ticket ticket = scene().run(intent);
        refuseSaves();
        CompletionStage<Completion> completion = complete(ticket);
        scene().time().timers().runDue();
        Expect.unrecorded(completion);
        scene().log().refuse(finish -> false);
        scene().passSeconds(1);
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("paid");
    }

    @Test
    @DisplayName("R19, T9: an answer beyond the limit completes without its bytes, and is never run again")
    void tooLarge() {
        Intent intent = Scene.intent(Scene.charges(policy -> policy.answerLimit(4)));
        Expect.recorded(scene().run(intent).complete(Saved.of("text/plain", new byte[5])));
        Admission.Replay replay = Expect.a(Admission.Replay.class, scene().admit(intent));
        assertThat(replay.answer().saved().isOmitted()).isTrue();
        assertThat(replay.answer().saved().contentType()).isEqualTo("text/plain");
        assertThat(replay.answer().success()).isTrue();
    }

    @Test
    @DisplayName("R19: an answer of exactly the limit is kept")
    void justSmallEnough() {
        Intent intent = Scene.intent(Scene.charges(policy -> policy.answerLimit(4)));
        Saved saved = Saved.of("text/plain", new byte[4]);
        Expect.recorded(scene().run(intent).fail(saved));
        assertThat(Expect.a(Admission.Replay.class, scene().admit(intent))
                        .answer()
                        .saved())
                .isEqualTo(saved);
    }
}
