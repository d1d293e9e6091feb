// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Attempt.DOUBT;
import static dev.semel.contracts.Attempt.RELEASE;
import static dev.semel.contracts.Caller.LEASE;
import static dev.semel.contracts.Caller.OTHER_PAYLOAD;
import static dev.semel.contracts.Caller.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Saved;
import dev.semel.state.Answer;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.Reason;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A saved answer of an older shape may be run again; until there is a new one it stands. */
abstract class SchemaRules extends StoreRules {

    private static final Saved OLD = Attempt.text("{\"shape\":1}");
    private static final Saved NEW = Attempt.text("{\"shape\":2}");

    @Test
    @DisplayName("R20: an older answer is run again as the next attempt, with a lease, and the old answer is kept")
    void rerun() {
        Caller caller = completed(OLD, 1);

        Attempt rerun = elsewhere(caller).rerunningBelow(2).runs();

        assertThat(rerun.number()).isEqualTo(2);
        assertThat(rerun.record().reason()).isEqualTo(Reason.OLDER_VERSION);
        assertThat(rerun.record().state()).isEqualTo(State.IN_PROGRESS);
        Sightings.assertLeaseLeft(LEASE, rerun.sighting());
        assertThat(Facts.of(rerun.record()).answer()).isEqualTo(new Facts.Given(true, OLD, 1, 1));
        Sightings.assertUnchanged(rerun.sighting(), caller.sees());
        caller.rival().rerunningBelow(2).conflicts();
    }

    @Test
    @DisplayName("R20: while an answer is run again, whoever does not ask for a newer one gets it")
    void standsDuringTheRerun() {
        Caller caller = completed(OLD, 1);
        Attempt rerun = caller.rival().rerunningBelow(2).runs();

        for (int version : new int[] {0, 1}) {
            assertThat(elsewhere(caller).rerunningBelow(version).replays().saved())
                    .isEqualTo(OLD);
        }
        assertThat(caller.rival().onHold().replays().saved()).isEqualTo(OLD);
        assertThat(caller.sees().standingAnswer().map(Answer::saved)).contains(OLD);

        Sightings.assertUnchanged(rerun.sighting(), caller.sees());
    }

    @Test
    @DisplayName("R20: a known failure of an older version is run again too")
    void rerunOfAFailure() {
        Caller caller = caller();
        caller.runs().reaches(new Ending.Save(false, OLD, 1));

        Attempt rerun = caller.rival().rerunningBelow(2).runs();
        rerun.reaches(RELEASE);

        assertThat(caller.sees().record().state()).isEqualTo(State.FAILED);
        assertThat(caller.rival().replays().success()).isFalse();
    }

    @Test
    @DisplayName("R20: the same version and a newer one are replayed as they are")
    void replayed() {
        Caller caller = completed(OLD, 3);

        for (int version : new int[] {0, 1, 2, 3}) {
            assertThat(caller.rival().rerunningBelow(version).replays().schemaVersion())
                    .isEqualTo(3);
        }
        assertThat(caller.rival().rerunningBelow(4).runs().number()).isEqualTo(2);
    }

    @Test
    @DisplayName("R20: the rerun's own answer replaces the older one")
    void replaced() {
        Caller caller = completed(OLD, 1);
        Attempt rerun = caller.rival().rerunningBelow(2).runs();

        Sighting saved = rerun.completes(NEW, 2);

        Sightings.assertKeptFor(RETENTION, saved);
        Answer answer = caller.rival().rerunningBelow(2).replays();
        assertThat(answer.saved()).isEqualTo(NEW);
        assertThat(answer.schemaVersion()).isEqualTo(2);
        assertThat(answer.attempt()).isEqualTo(2);
    }

    @Test
    @DisplayName("R20: a rerun that is released or ends in doubt keeps the old answer, under TAKE and HOLD")
    void keptAfterEnding() {
        for (OnDoubt choice : OnDoubt.values()) {
            for (Ending ending : List.of(RELEASE, new Ending.Release(true), DOUBT)) {
                Caller caller = completed(OLD, 1);
                Caller second = caller.rival().rerunningBelow(2);
                Attempt rerun = (choice == OnDoubt.HOLD ? second.onHold() : second).runs();

                Sighting ended = rerun.reaches(ending);

                assertThat(ended.record().state()).isEqualTo(State.COMPLETED);
                assertOldStands(caller, 2);
                assertThat(rerun.hasEndedBefore(ending).isSaved())
                        .as("the answer is not the rerun's")
                        .isFalse();
                assertThat(rerun.hasEndedBefore(new Ending.Save(true, NEW, 2)).isSaved())
                        .isFalse();
                assertOldStands(caller, 2);
            }
        }
    }

    @Test
    @DisplayName("R20: a rerun that lapses leaves the old answer standing, under HOLD too; it can be run again")
    void keptAfterLapse() {
        Caller caller = completed(OLD, 1);
        caller.rival().rerunningBelow(2).runs();
        lapse();

        assertOldStands(caller, 2);
        assertThat(caller.rival().onHold().replays().saved()).isEqualTo(OLD);
        assertThat(caller.sees().standingAnswer().map(Answer::saved)).contains(OLD);
        Attempt third = caller.rival().onHold().rerunningBelow(2).runs();
        assertThat(third.number()).isEqualTo(3);
        assertThat(third.record().reason()).isEqualTo(Reason.OLDER_VERSION);
        third.reaches(DOUBT);
        assertOldStands(caller, 3);
    }

    @Test
    @DisplayName("R7, R20: a rerun that is abandoned leaves the old answer as it was, and its claim is spent")
    void keptAfterAbandon() {
        Caller caller = completed(OLD, 1);
        Caller second = caller.rival().rerunningBelow(2);
        second.runs();

        assertThat(second.abandons()).isTrue();

        assertOldStands(caller, 2);
        assertThat(second.replays().saved())
                .as("the abandoned claim is not granted again")
                .isEqualTo(OLD);
        assertThat(caller.sees().record().attempt()).isEqualTo(2);
        assertThat(caller.rival().rerunningBelow(2).runs().number()).isEqualTo(3);
    }

    @Test
    @DisplayName("R7, R10, R20: a rerun is fenced, renewed and recognised like any attempt")
    void likeAnyAttempt() {
        Caller caller = caller();
        Attempt first = caller.runs();
        first.completes(OLD, 1);
        Caller second = elsewhere(caller).rerunningBelow(2);
        Attempt rerun = second.runs();

        first.isFencedOut(new Ending.Save(true, NEW, 2));
        assertThat(first.renews()).isEqualTo(RenewAnswer.LOST);
        assertThat(rerun.renews()).isEqualTo(RenewAnswer.RENEWED);
        assertThat(second.runs().number()).isEqualTo(2);
        lapse();
        assertThat(rerun.renews()).isEqualTo(RenewAnswer.RENEWED);
        lapse();
        rerun.completes(NEW, 2);
    }

    @Test
    @DisplayName("R6, R20: another fingerprint is a mismatch before and during a rerun")
    void mismatch() {
        Caller caller = completed(OLD, 1);

        caller.rival().asking(OTHER_PAYLOAD).rerunningBelow(2).mismatches();
        assertThat(caller.sees().record().state()).isEqualTo(State.COMPLETED);
        caller.rival().rerunningBelow(2).runs();
        caller.rival().asking(OTHER_PAYLOAD).mismatches();
    }

    @Test
    @DisplayName("R20: a kept answer is not forgotten earlier because somebody tried to run it again")
    void keptAsLong() {
        Caller caller = keptForThreeDays();
        caller.rival().rerunningBelow(2).keeping(Duration.ofHours(2)).runs().reaches(RELEASE);

        elapse(Duration.ofHours(71));

        assertOldStands(caller, 2);
    }

    @Test
    @DisplayName("R9, R20: nor because its rerun was renewed")
    void keptAsLongThroughRenewals() {
        Caller caller = keptForThreeDays();
        Attempt rerun =
                caller.rival().rerunningBelow(2).keeping(Duration.ofHours(2)).runs();
        assertThat(rerun.renews()).isEqualTo(RenewAnswer.RENEWED);
        rerun.reaches(RELEASE);

        elapse(Duration.ofHours(71));

        assertOldStands(caller, 2);
    }

    @Test
    @DisplayName("R7, R20: nor because its rerun's claim was sent again, and then abandoned")
    void keptAsLongThroughRecognition() {
        Caller caller = keptForThreeDays();
        Caller second = caller.rival().rerunningBelow(2).keeping(Duration.ofHours(2));
        second.runs();
        second.runs();
        assertThat(second.abandons()).isTrue();

        elapse(Duration.ofHours(71));

        assertOldStands(caller, 2);
    }

    private Caller keptForThreeDays() {
        Caller caller = caller();
        Attempt.applied(caller.runs()
                .sends(new Finish(
                        caller.id(),
                        1,
                        caller.claim().claimId(),
                        new Ending.Save(true, OLD, 1),
                        Duration.ofDays(3),
                        OnDoubt.TAKE)));
        return caller;
    }

    private Caller completed(Saved answer, int version) {
        Caller caller = caller();
        caller.runs().completes(answer, version);
        return caller;
    }

    private static void assertOldStands(Caller caller, int attempt) {
        Answer answer = caller.rival().replays();
        assertThat(answer.saved()).isEqualTo(OLD);
        assertThat(answer.schemaVersion()).isEqualTo(1);
        assertThat(answer.attempt()).isEqualTo(1);
        assertThat(caller.sees().record().attempt()).isEqualTo(attempt);
    }
}
