// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.Ticket;
import dev.semel.event.AdmissionEvent.HeldBack;
import dev.semel.state.ClaimId;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.Settle;
import dev.semel.state.State;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a retry gets when nobody knows what the last attempt did: run again, or held. */
abstract class DoubtRules extends EngineRules {

    private static final Intent RERUN = Scene.intent();
    private static final Intent HOLD = Scene.intent(Scene.charges(policy -> policy.inDoubt(InDoubt.hold())));

    @Test
    @DisplayName("R16: RERUN runs again after a doubt, and the handler learns its number and why")
    void rerunsAfterDoubt() {
        Expect.recorded(scene().run(RERUN).doubt());
        Ticket next = scene().run(RERUN);
        assertThat(next.attempt()).isEqualTo(2);
        assertThat(next.reason()).isEqualTo(Reason.IN_DOUBT);
        assertThat(next.history().lines()).hasSize(2);
    }

    @Test
    @DisplayName("R16: after an unsettled doubt a release does not free the key: it stays in doubt")
    void releaseKeepsDoubt() {
        Expect.recorded(scene().run(RERUN).doubt());
        Expect.recorded(scene().run(RERUN).release());
        assertThat(scene().record(RERUN).state()).isEqualTo(State.IN_DOUBT);
        Expect.a(Admission.Mismatch.class, scene().admit(Scene.otherPayload(RERUN)));
    }

    @Test
    @DisplayName("R16: after a lapse a release does not free the key either")
    void releaseAfterLapseKeepsDoubt() {
        scene().elsewhere().claims(RERUN);
        scene().passSeconds(30);
        Expect.recorded(scene().run(RERUN).release());
        assertThat(scene().record(RERUN).state()).isEqualTo(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R16: HOLD lets nobody take over a doubt, and says which attempt it was")
    void holdsDoubt() {
        Expect.recorded(scene().run(HOLD).doubt());
        assertThat(Expect.a(Admission.Held.class, scene().admit(HOLD)).attempt())
                .isEqualTo(1);
        assertThat(scene().record(HOLD).attempt()).isEqualTo(1);
        assertThat(scene().events().all(HeldBack.class)).hasSize(1);
    }

    @Test
    @DisplayName("R16: HOLD lets nobody take over a lapsed lease")
    void holdsLapsed() {
        scene().elsewhere().claims(HOLD);
        scene().passSeconds(31);
        Expect.a(Admission.Held.class, scene().admit(HOLD));
        assertThat(scene().record(HOLD).attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName("R5, R16: a held doubt does not expire")
    void heldDoesNotExpire() {
        Expect.recorded(scene().run(HOLD).doubt());
        scene().pass(Duration.ofDays(3650));
        Expect.a(Admission.Held.class, scene().admit(HOLD));
    }

    @Test
    @DisplayName("R16: a held doubt that somebody settled is replayed")
    void settledHappened() {
        Expect.recorded(scene().run(HOLD).doubt());
        settle(new Settle.Verdict.Happened(true, Expect.saved("settled"), 0));
        assertThat(Expect.replay(scene().admit(HOLD))).isEqualTo("settled");
    }

    @Test
    @DisplayName("R16: a held doubt that was settled as not happened is free")
    void settledDidNotHappen() {
        Expect.recorded(scene().run(HOLD).doubt());
        settle(new Settle.Verdict.DidNotHappen());
        assertThat(scene().run(HOLD).attempt()).isEqualTo(2);
    }

    private void settle(Settle.Verdict verdict) {
        KeyRecord record = scene().record(HOLD);
        Now.of(scene().memory()
                .settle(new Settle(
                        record.id(),
                        record.attempt(),
                        record.claimId(),
                        new ClaimId(7, 7),
                        verdict,
                        "an operator",
                        "asked the bank",
                        Duration.ofHours(24))));
    }

    @Test
    @DisplayName("R10, R16: a fenced-out attempt whose successor ended in doubt is told as a loser would be")
    void fencedOutIntoDoubt() {
        Ticket held = scene().run(HOLD);
        scene().time().pauseProcess(Duration.ofSeconds(31));
        KeyRecord successor = scene().elsewhere().claims(HOLD);
        scene().elsewhere().doubts(successor);
        Expect.a(Admission.Held.class, Expect.lost(held.complete(Expect.saved("my own"))));
    }
}
