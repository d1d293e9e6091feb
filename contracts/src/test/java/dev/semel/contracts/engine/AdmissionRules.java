// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Conflict.Cause;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.Ticket;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.testkit.Call;
import dev.semel.testkit.Fault;
import dev.semel.testkit.Strike;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who runs, and what everybody else gets. */
abstract class AdmissionRules extends EngineRules {

    @Test
    @DisplayName("R2: a new key costs two round trips, the claim and the completion")
    void newKeyCostsTwo() {
        Expect.recorded(scene().run(Scene.intent()).complete(Expect.saved("paid")));
        assertThat(scene().store().roundTrips()).isEqualTo(2);
        assertThat(scene().store().calls(Call.CLAIM)).isEqualTo(1);
        assertThat(scene().store().calls(Call.FINISH)).isEqualTo(1);
    }

    @Test
    @DisplayName("R2: a replay, a conflict and a mismatch cost one round trip each")
    void losersCostOne() {
        Ticket ticket = scene().run(Scene.intent());
        scene().store().resetCounts();
        Expect.conflict(scene().admit(Scene.intent()), Cause.IN_PROGRESS);
        assertThat(scene().store().roundTrips()).isEqualTo(1);
        Expect.a(Admission.Mismatch.class, scene().admit(Scene.otherPayload(Scene.intent())));
        assertThat(scene().store().roundTrips()).isEqualTo(2);
        Expect.recorded(ticket.complete(Expect.saved("paid")));
        scene().store().resetCounts();
        Expect.replay(scene().admit(Scene.intent()));
        assertThat(scene().store().roundTrips()).isEqualTo(1);
    }

    @Test
    @DisplayName("R6: a retry gets the saved success, byte for byte")
    void replaysSuccess() {
        byte[] bytes = {0, -1, 127, -128, 10, 13, 0};
        Saved saved = Saved.of("application/octet-stream", bytes);
        Expect.recorded(scene().run(Scene.intent()).complete(saved));
        Admission.Replay replay = Expect.a(Admission.Replay.class, scene().admit(Scene.intent()));
        assertThat(replay.answer().success()).isTrue();
        assertThat(replay.answer().saved()).isEqualTo(saved);
        assertThat(replay.retentionLeft()).isEqualTo(Duration.ofHours(24));
    }

    @Test
    @DisplayName("R6: a retry gets the saved failure too")
    void replaysFailure() {
        Expect.recorded(scene().run(Scene.intent()).fail(Expect.saved("no funds")));
        Admission.Replay replay = Expect.a(Admission.Replay.class, scene().admit(Scene.intent()));
        assertThat(replay.answer().success()).isFalse();
        assertThat(Expect.text(replay.answer().saved())).isEqualTo("no funds");
    }

    @Test
    @DisplayName("R1, T5: of two that ask while a claim, or its answer, is on its way one runs, the other conflicts")
    void oneOfTwoOnTheirWay() {
        Operation operation = Scene.charges(policy -> policy);
        for (Fault fault : List.of(Fault.REQUEST_DELAYED, Fault.REPLY_DELAYED)) {
            Intent intent = Scene.intent(operation, fault.name());
            Strike slow = scene().store().next(fault).onClaim();
            CompletableFuture<Admission> first = scene().ask(intent);
            CompletableFuture<Admission> second = scene().ask(intent);
            slow.letGo();
            assertThat(List.of(Now.of(first), Now.of(second)))
                    .hasAtLeastOneElementOfType(Admission.Run.class)
                    .hasAtLeastOneElementOfType(Admission.Conflict.class);
        }
    }

    @Test
    @DisplayName("R6: while an attempt runs a retry conflicts, and comes again after a second")
    void conflictsForASecond() {
        scene().run(Scene.intent());
        Admission.Conflict conflict = Expect.conflict(scene().admit(Scene.intent()), Cause.IN_PROGRESS);
        assertThat(conflict.retryAfter()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    @DisplayName("R28: a retry is told to come again when the lease ends, if that is sooner than a second")
    void conflictsForTheRestOfTheLease() {
        scene().elsewhere().claims(Scene.intent());
        scene().passMillis(29_600);
        Admission.Conflict conflict = Expect.conflict(scene().admit(Scene.intent()), Cause.IN_PROGRESS);
        assertThat(conflict.retryAfter()).isEqualTo(Duration.ofMillis(400));
    }

    @Test
    @DisplayName(
            "R6: another payload mismatches first of all: in progress, lapsed, in doubt, completed; nothing changes")
    void mismatchComesFirst() {
        KeyRecord running = scene().elsewhere().claims(Scene.intent());
        assertMismatch();
        scene().passSeconds(31);
        assertMismatch();
        scene().elsewhere().doubts(running);
        assertMismatch();
        scene().elsewhere().completes(running, Expect.saved("paid"));
        assertMismatch();
    }

    private void assertMismatch() {
        KeyRecord before = scene().record(Scene.intent());
        Expect.a(Admission.Mismatch.class, scene().admit(Scene.otherPayload(Scene.intent())));
        assertThat(scene().record(Scene.intent())).isEqualTo(before);
    }

    @Test
    @DisplayName("R4, R11: a released key is free for any payload; the next attempt knows its number and why it began")
    void releasedIsFree() {
        Expect.recorded(scene().run(Scene.intent()).release());
        Ticket next = scene().run(Scene.otherPayload(Scene.intent()));
        assertThat(next.attempt()).isEqualTo(2);
        assertThat(next.reason()).isEqualTo(Reason.RELEASED);
        assertThat(next.history().lines()).hasSize(2);
    }

    @Test
    @DisplayName("R10, R11: the first attempt is number 1, of a new key, without history")
    void firstAttempt() {
        Ticket ticket = scene().run(Scene.intent());
        assertThat(ticket.attempt()).isEqualTo(1);
        assertThat(ticket.reason()).isEqualTo(Reason.FIRST);
        assertThat(ticket.history().lines()).isEmpty();
        assertThat(ticket.isOwner()).isTrue();
        assertThat(ticket.isDegraded()).isFalse();
    }

    @Test
    @DisplayName("R13: an answer is kept for the retention from its completion on, however often it is replayed")
    void keptFromCompletion() {
        Ticket ticket = scene().run(Scene.intent());
        scene().passSeconds(300);
        Expect.recorded(ticket.complete(Expect.saved("paid")));
        scene().pass(Duration.ofHours(24).minusMillis(1));
        assertThat(Expect.replay(scene().admit(Scene.intent()))).isEqualTo("paid");
        assertThat(Expect.replay(scene().admit(Scene.intent()))).isEqualTo("paid");
        scene().passMillis(1);
        assertThat(scene().run(Scene.intent()).attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName("R13: a long attempt outlives its retention without being forgotten")
    void runningOutlivesRetention() {
        Intent intent = Scene.intent(
                Scene.charges(policy -> policy.retention(Duration.ofSeconds(60)).maxDuration(Duration.ofHours(1))));
        Ticket ticket = scene().run(intent);
        scene().passSeconds(600);
        Expect.conflict(scene().admit(intent), Cause.IN_PROGRESS);
        Expect.recorded(ticket.complete(Expect.saved("paid")));
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("paid");
    }

    @Test
    @DisplayName("R23: the same key of another tenant, or of another operation, is another intent")
    void scope() {
        Intent mine = Scene.intent();
        Expect.recorded(scene().run(mine).complete(Expect.saved("paid")));
        Intent theirs = new Intent(mine.operation(), new Tenant("emca"), mine.key(), mine.fingerprint());
        assertThat(scene().run(theirs).attempt()).isEqualTo(1);
        Intent refund = Scene.intent(Scene.named("charges.refund").build());
        assertThat(scene().run(refund).attempt()).isEqualTo(1);
    }
}
