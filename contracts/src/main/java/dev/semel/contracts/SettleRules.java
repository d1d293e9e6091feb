// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Settler.DID_NOT_HAPPEN;
import static dev.semel.contracts.Settler.HAPPENED;
import static dev.semel.contracts.Settler.KEPT;
import static dev.semel.contracts.Settler.RERUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Settleable;
import dev.semel.state.Answer;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Ending;
import dev.semel.state.FinishAnswer;
import dev.semel.state.HistoryLine;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.SettleAnswer.Settled;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Somebody settles a record that nobody may take over: under the fence, once, and on the record. */
abstract class SettleRules extends StoreRules {

    @ParameterizedTest(name = "R16: it happened: the settled answer is what every later caller of a record {0} gets")
    @EnumSource(names = {"LAPSED", "DOUBTFUL"})
    void happened(Standing standing) {
        Attempt attempt = standing.arrange(caller().onHold(), harness());

        Sighting settled = settler(attempt.caller().sees(), HAPPENED).settles();

        assertThat(settled.record().state()).isEqualTo(State.COMPLETED);
        assertThat(settled.record().reason()).isEqualTo(Reason.SETTLED_HAPPENED);
        Sightings.assertUnchanged(settled, attempt.caller().sees());
        Answer answer = elsewhere(attempt.caller()).replays();
        assertThat(answer.saved()).isEqualTo(Attempt.text("{\"settled\":1}"));
        assertThat(answer.schemaVersion()).isEqualTo(3);
        assertThat(answer.attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName("R3, R16: a settlement leaves it known when the key was first claimed, and tells when it was settled")
    void instants() {
        Attempt attempt = doubtful();
        elapse(Duration.ofHours(5));
        Sighting before = attempt.caller().sees();

        Sighting settled = settler(before, HAPPENED).settles();

        Sightings.assertNear(
                "creation", before.record().createdAt(), settled.record().createdAt());
        Sightings.assertNear(
                "completion", settled.at(), attempt.caller().rival().replays().completedAt());
        List<HistoryLine> lines = settled.record().history().lines();
        Sightings.assertNear(
                "settlement", settled.at(), lines.get(lines.size() - 1).at());
    }

    @Test
    @DisplayName("R16: it happened and failed: the settled failure is the answer")
    void failed() {
        Attempt attempt = doubtful();
        settler(attempt.caller().sees(), new Settle.Verdict.Happened(false, Attempt.ANSWER, 0))
                .settles();

        assertThat(attempt.caller().rival().replays().success()).isFalse();
        assertThat(attempt.caller().sees().record().state()).isEqualTo(State.FAILED);
    }

    @ParameterizedTest(name = "R16: it did not happen, or may run again: a record {0} is free, its number kept")
    @EnumSource(names = {"LAPSED", "DOUBTFUL"})
    void freed(Standing standing) {
        for (Settle.Verdict verdict : List.of(DID_NOT_HAPPEN, RERUN)) {
            Attempt attempt = standing.arrange(caller().onHold(), harness());

            Sighting settled = settler(attempt.caller().sees(), verdict).settles();

            assertThat(settled.record().state()).isEqualTo(State.RELEASED);
            Attempt next = attempt.caller().rival().asking(Caller.OTHER_PAYLOAD).runs();
            assertThat(next.number()).isEqualTo(2);
            assertThat(next.record().reason()).isEqualTo(verdict == RERUN ? Reason.SETTLED_RERUN : Reason.RELEASED);
            assertThat(next.reaches(Attempt.RELEASE).record().state()).isEqualTo(State.RELEASED);
        }
    }

    @Test
    @DisplayName("R11, R16: what may run again is still in doubt, and every attempt after it is told so")
    void rerunIsTold() {
        Attempt first = doubtful();
        settler(first.caller().sees(), RERUN).settles();
        for (int number = 2; number <= 4; number++) {
            Attempt next = first.caller().rival().through(clientOf(number)).runs();

            assertThat(next.record().reason()).isEqualTo(Reason.SETTLED_RERUN);
            next.reaches(Attempt.RELEASE);
        }
    }

    @Test
    @DisplayName("R5: a settled record is kept for the settlement's retention; a held doubt expires from then on")
    void expiresAgain() {
        Attempt attempt = doubtful();
        elapse(Duration.ofDays(300));

        Sightings.assertKeptFor(KEPT, settler(attempt.caller().sees(), HAPPENED).settles());

        elapse(KEPT.plusMinutes(1));
        assertThat(attempt.caller().finds()).isEmpty();
    }

    @Test
    @DisplayName("R10, R16: a settled attempt cannot write afterwards, nor can its claim come back")
    void fenced() {
        Ending failure = new Ending.Save(false, Attempt.ANSWER, 1);
        for (Settle.Verdict verdict : List.of(HAPPENED, DID_NOT_HAPPEN, RERUN)) {
            Attempt attempt = doubtful();
            settler(attempt.caller().sees(), verdict).settles();
            Sighting before = attempt.caller().sees();

            for (Ending ending : List.of(Attempt.SUCCESS, failure, Attempt.RELEASE, Attempt.DOUBT)) {
                attempt.isFencedOut(ending);
            }
            assertThat(attempt.renews()).isEqualTo(RenewAnswer.LOST);
            assertThat(attempt.caller().abandons()).isFalse();

            Sightings.assertUnchanged(before, attempt.caller().sees());
        }
    }

    @Test
    @DisplayName("R7, R16: a settlement that is sent again recognises itself and changes nothing")
    void sentAgain() {
        for (Settle.Verdict verdict : List.of(HAPPENED, DID_NOT_HAPPEN, RERUN)) {
            Attempt attempt = doubtful();
            Settler settler = settler(attempt.caller().sees(), verdict);
            settler.settles();
            elapse(Duration.ofHours(2));
            Sighting before = attempt.caller().sees();

            Settler again = new Settler(settleable(harness().another()), settler.settle());
            Sightings.assertUnchanged(before, again.settles());

            Sightings.assertUnchanged(before, attempt.caller().sees());
            settler(before, HAPPENED).isRefused();
        }
    }

    @ParameterizedTest(name = "R16: settling is refused, and changes nothing, for a record {0}")
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"LAPSED", "DOUBTFUL"})
    void refused(Standing standing) {
        Attempt attempt = standing.arrange(caller(), harness());
        Sighting before = attempt.caller().sees();

        for (Settle.Verdict verdict : List.of(HAPPENED, DID_NOT_HAPPEN, RERUN)) {
            settler(before, verdict).isRefused();
        }

        Sightings.assertUnchanged(before, attempt.caller().sees());
    }

    @Test
    @DisplayName("R20, R16: settling is refused for a rerun that lapsed: its older answer stands")
    void refusedForALapsedRerun() {
        Attempt rerun = Standing.RERUNNING.arrange(caller(), harness());
        lapse();

        settler(rerun.caller().sees(), DID_NOT_HAPPEN).isRefused();

        assertThat(rerun.caller().rival().rerunningBelow(0).replays().saved()).isEqualTo(Attempt.ANSWER);
    }

    @Test
    @DisplayName("R10, R16: settling is refused for an attempt or a claim other than the current one, or for none")
    void refusedForAnother() {
        Caller caller = caller().onHold();
        caller.runs().reaches(Attempt.RELEASE);
        Attempt second = caller.rival().runs();
        second.reaches(Attempt.DOUBT);
        KeyRecord seen = caller.sees().record();
        Sighting before = caller.sees();

        settler(before, HAPPENED).at(1, seen.claimId()).isRefused();
        settler(before, HAPPENED).at(3, seen.claimId()).isRefused();
        settler(before, HAPPENED).at(2, caller.claim().claimId()).isRefused();
        Sightings.assertUnchanged(before, caller.sees());

        Sighting stranger = caller().runs().sighting();
        elapse(Caller.LEASE.plus(Caller.RETENTION).plusMinutes(1));
        assertThat(settler(stranger, HAPPENED).sends()).isEqualTo(new SettleAnswer.Refused(null));
    }

    @Test
    @DisplayName("R3: the history says who settled and why, word for word")
    void onTheRecord() {
        Attempt first = doubtful();
        settler(first.caller().sees(), RERUN)
                .saying("Zoë O'Neil <zoe@acme.test>", "line 1\nline 2 \"ok\" — 確認済み")
                .settles();
        Attempt second = first.caller().rival().runs();
        second.reaches(Attempt.DOUBT);
        settler(first.caller().sees(), DID_NOT_HAPPEN).settles();
        first.caller().rival().runs().reaches(Attempt.DOUBT);
        settler(first.caller().sees(), HAPPENED).settles();

        assertThat(elsewhere(first.caller()).sees().record().history().lines())
                .extracting(HistoryLine::attempt, HistoryLine::reason, HistoryLine::who, HistoryLine::why)
                .containsExactly(
                        tuple(1, Reason.FIRST, "", ""),
                        tuple(1, Reason.SETTLED_RERUN, "Zoë O'Neil <zoe@acme.test>", "line 1\nline 2 \"ok\" — 確認済み"),
                        tuple(2, Reason.SETTLED_RERUN, "", ""),
                        tuple(2, Reason.SETTLED_DID_NOT_HAPPEN, "ops@acme.test", "asked the bank"),
                        tuple(3, Reason.RELEASED, "", ""),
                        tuple(3, Reason.SETTLED_HAPPENED, "ops@acme.test", "asked the bank"));
    }

    @Test
    @DisplayName("R3: the history keeps its last eight lines when a settlement is the newest of them")
    void lastEight() {
        Caller caller = caller();
        for (int number = 1; number <= 11; number++) {
            caller.rival().runs().reaches(Attempt.DOUBT);
        }
        settler(caller.sees(), RERUN).saying("ops@acme.test", "line 1\nline 2").settles();

        List<HistoryLine> lines = elsewhere(caller).sees().record().history().lines();

        assertThat(lines).extracting(HistoryLine::attempt).containsExactly(5, 6, 7, 8, 9, 10, 11, 11);
        assertThat(lines.get(7).why()).isEqualTo("line 1\nline 2");
    }

    @Test
    @DisplayName("R16: of 64 settlements at once exactly one counts")
    void oneSettles() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Sighting seen = doubtful().caller().sees();

            List<SettleAnswer> answers = Crowd.atOnce(
                    i -> settler(seen, i % 2 == 0 ? HAPPENED : RERUN).sends());

            assertThat(answers).filteredOn(Settled.class::isInstance).hasSize(1);
        }
    }

    @Test
    @DisplayName("R10, R16: when a settlement races with a late completion and takeovers, one of them wins")
    void settlementAgainstTheLiving() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Attempt owner = Standing.DOUBTFUL.arrange(caller(), harness());
            Sighting seen = owner.caller().sees();
            AtomicReference<FinishAnswer> completion = new AtomicReference<>();
            AtomicReference<SettleAnswer> settlement = new AtomicReference<>();

            List<ClaimAnswer> answers = Crowd.atOnce(i -> {
                switch (i) {
                    case 20 -> completion.set(owner.ends(Attempt.SUCCESS));
                    case 21 -> settlement.set(settler(seen, HAPPENED).sends());
                    default -> {}
                }
                return owner.caller().rival().through(clientOf(i)).claims();
            });

            int completed = completion.get() instanceof FinishAnswer.Applied ? 1 : 0;
            int settled = settlement.get() instanceof Settled ? 1 : 0;
            assertThat(completed + settled + Winners.all(answers).size()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R1, R10, R16: when settlements race with the late completion of a held doubt, one counts, and stands")
    void settlementAgainstCompletion() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Attempt owner = doubtful();
            Sighting seen = owner.caller().sees();

            List<Object> answers = Crowd.atOnce(i -> i % 2 == 0
                    ? owner.through(clientOf(i)).ends(Attempt.SUCCESS)
                    : settler(seen, DID_NOT_HAPPEN).sends());

            assertThat(answers)
                    .filteredOn(answer -> answer instanceof FinishAnswer.Applied || answer instanceof Settled)
                    .hasSize(1);
            boolean completed = answers.stream().anyMatch(FinishAnswer.Applied.class::isInstance);
            assertThat(owner.caller().sees().record().state()).isEqualTo(completed ? State.COMPLETED : State.RELEASED);
        }
    }

    private Attempt doubtful() {
        return Standing.DOUBTFUL.arrange(caller().onHold(), harness());
    }

    private Settler settler(Sighting seen, Settle.Verdict verdict) {
        return Settler.of(settleable(store()), seen.record(), verdict);
    }

    private static Settleable settleable(IdempotencyStore store) {
        assertThat(store).isInstanceOf(Settleable.class);
        return (Settleable) store;
    }
}
