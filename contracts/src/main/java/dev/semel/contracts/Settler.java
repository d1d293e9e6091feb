// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spi.Settleable;
import dev.semel.state.ClaimId;
import dev.semel.state.KeyRecord;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.time.Duration;

/** Somebody who looked at a record and decides what became of it. */
record Settler(Settleable store, Settle settle) {

    static final Settle.Verdict HAPPENED = new Settle.Verdict.Happened(true, Attempt.text("{\"settled\":1}"), 3);
    static final Settle.Verdict DID_NOT_HAPPEN = new Settle.Verdict.DidNotHappen();
    static final Settle.Verdict RERUN = new Settle.Verdict.Rerun();
    static final Duration KEPT = Duration.ofHours(30);

    /** One who looked at this record. */
    static Settler of(Settleable store, KeyRecord seen, Settle.Verdict verdict) {
        return new Settler(
                store,
                new Settle(
                        seen.id(),
                        seen.attempt(),
                        seen.claimId(),
                        Ids.claim(),
                        verdict,
                        "ops@acme.test",
                        "asked the bank",
                        KEPT));
    }

    Settler at(int attempt, ClaimId claimId) {
        return new Settler(
                store,
                new Settle(
                        settle.id(),
                        attempt,
                        claimId,
                        settle.settlementId(),
                        settle.verdict(),
                        settle.who(),
                        settle.why(),
                        settle.retention()));
    }

    Settler saying(String who, String why) {
        return new Settler(
                store,
                new Settle(
                        settle.id(),
                        settle.attempt(),
                        settle.claimId(),
                        settle.settlementId(),
                        settle.verdict(),
                        who,
                        why,
                        settle.retention()));
    }

    SettleAnswer sends() {
        return Await.answer(store.settle(settle));
    }

    Sighting settles() {
        SettleAnswer answer = sends();
        assertThat(answer).as("the answer to a settlement").isInstanceOf(SettleAnswer.Settled.class);
        return ((SettleAnswer.Settled) answer).sighting();
    }

    void isRefused() {
        assertThat(sends()).as("the answer to a settlement").isInstanceOf(SettleAnswer.Refused.class);
    }
}
