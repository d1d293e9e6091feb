// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Attempt.ANSWER;
import static dev.semel.contracts.Attempt.DOUBT;
import static dev.semel.contracts.Attempt.RELEASE;
import static dev.semel.contracts.Attempt.SUCCESS;
import static dev.semel.contracts.Caller.LEASE;
import static dev.semel.contracts.Caller.OTHER_PAYLOAD;
import static dev.semel.contracts.Caller.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.ClaimAnswer;
import dev.semel.state.Ending;
import dev.semel.state.Reason;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The effect happened, the reply did not arrive, and the caller sends the same again. */
abstract class RecognitionRules extends StoreRules {

    @Test
    @DisplayName("R7, T24: a claim that is sent again is granted again, at the same attempt, through any client")
    void claimSentAgain() {
        Caller caller = caller();
        Attempt first = caller.runs();

        Sightings.assertUnchanged(first.sighting(), caller.runs().sighting());
        Sightings.assertUnchanged(
                first.sighting(), caller.through(harness().another()).runs().sighting());
    }

    @Test
    @DisplayName("R7: recognition renews the lease and keeps the record alive in the same operation")
    void recognitionRenews() {
        Caller caller = caller();
        caller.runs();
        elapse(Duration.ofMinutes(7));

        Sighting again = caller.runs().sighting();
        Sightings.assertLeaseLeft(LEASE, again);
        Sightings.assertKeptFor(LEASE.plus(RETENTION), again);

        elapse(Duration.ofMinutes(7));
        assertThat(caller.rival().conflicts().record().attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName("R7, R10: a claim whose lease lapsed, with nobody in its place, still recognises itself, HOLD or TAKE")
    void lapsedClaimSentAgain() {
        for (Caller caller : new Caller[] {caller(), caller().onHold()}) {
            caller.runs();
            lapse();

            Attempt again = caller.runs();

            assertThat(again.number()).isEqualTo(1);
            assertThat(again.record().reason()).isEqualTo(Reason.FIRST);
            caller.rival().conflicts();
        }
    }

    @Test
    @DisplayName("R7: a takeover that is sent again stays at its attempt")
    void takeoverSentAgain() {
        Caller first = caller();
        first.runs();
        lapse();
        Caller second = first.rival();
        Attempt taken = second.runs();

        Attempt again = second.through(harness().another()).runs();

        assertThat(again.number()).isEqualTo(2);
        Sightings.assertUnchanged(taken.sighting(), again.sighting());
    }

    @Test
    @DisplayName("R7, R10: a claim that was taken over does not recognise itself any more")
    void takenOverClaimSentAgain() {
        Caller first = caller();
        first.runs();
        lapse();
        Attempt second = elsewhere(first).runs();

        assertThat(first.conflicts().record().claimId())
                .isEqualTo(second.record().claimId());
        second.completes();
        assertThat(first.replays().attempt()).isEqualTo(2);
    }

    @Test
    @DisplayName("R7: recognition needs a record in progress: after its own completion a claim gets the answer")
    void claimSentAgainAfterCompletion() {
        Caller caller = caller();
        caller.runs().completes();
        Sighting before = caller.sees();

        assertThat(caller.replays().saved()).isEqualTo(ANSWER);
        assertThat(caller.rerunningBelow(9).replays().saved()).isEqualTo(ANSWER);
        Sightings.assertUnchanged(before, caller.sees());
    }

    @Test
    @DisplayName("R7: after its own doubt a claim grants nothing, not even TAKE")
    void claimSentAgainAfterDoubt() {
        Caller caller = caller();
        caller.runs().reaches(DOUBT);
        Sighting before = caller.sees();

        caller.isSpent();

        Sightings.assertUnchanged(before, caller.sees());
        assertThat(caller.rival().runs().number()).isEqualTo(2);
    }

    @Test
    @DisplayName("R7: a released record remembers its claim id and refuses it, whatever its fingerprint")
    void claimSentAgainAfterRelease() {
        Caller caller = caller();
        caller.runs().reaches(RELEASE);
        Sighting before = caller.sees();

        caller.isSpent();
        caller.through(harness().another()).isSpent();
        caller.asking(OTHER_PAYLOAD).isSpent();

        Sightings.assertUnchanged(before, caller.sees());
        assertThat(caller.rival().runs().number()).isEqualTo(2);
    }

    @Test
    @DisplayName("R10: a completion that is sent again has ended before, as a success, and the first one stands")
    void completionSentAgain() {
        Caller caller = caller();
        Attempt attempt = caller.runs();
        Sighting saved = attempt.completes();
        elapse(Duration.ofHours(1));
        Sighting before = caller.sees();

        assertThat(attempt.hasEndedBefore(SUCCESS).isSaved()).isTrue();
        Ending other = new Ending.Save(false, Attempt.text("something else"), 7);
        assertThat(attempt.through(harness().another()).hasEndedBefore(other).isSaved())
                .isTrue();

        Sightings.assertUnchanged(before, caller.sees());
        assertThat(Sightings.facts(before.record())).isEqualTo(Sightings.facts(saved.record()));
    }

    @Test
    @DisplayName("R10, R17: a completion that was applied is not turned into doubt, nor freed, by its own author")
    void completionStands() {
        Caller caller = caller();
        Attempt attempt = caller.runs();
        attempt.completes();
        Sighting before = caller.sees();

        assertThat(attempt.hasEndedBefore(DOUBT).isSaved()).isTrue();
        assertThat(attempt.hasEndedBefore(RELEASE).isSaved()).isTrue();
        assertThat(attempt.hasEndedBefore(new Ending.Release(true)).isSaved()).isTrue();

        Sightings.assertUnchanged(before, caller.sees());
        assertThat(caller.rival().replays().saved()).isEqualTo(ANSWER);
    }

    @Test
    @DisplayName("R10: a release that is sent again has ended before, and a late completion cannot undo it")
    void releaseSentAgain() {
        Caller caller = caller();
        Attempt attempt = caller.runs();
        attempt.reaches(RELEASE);
        Sighting before = caller.sees();

        for (Ending ending : new Ending[] {RELEASE, DOUBT, SUCCESS}) {
            assertThat(attempt.hasEndedBefore(ending).isSaved()).isFalse();
        }

        Sightings.assertUnchanged(before, caller.sees());
    }

    @Test
    @DisplayName("R10: a doubt that is sent again has ended before, and a late release cannot free the key")
    void doubtSentAgain() {
        Caller caller = caller();
        Attempt attempt = caller.runs();
        attempt.reaches(DOUBT);
        Sighting before = caller.sees();

        for (Ending ending : new Ending[] {DOUBT, RELEASE, new Ending.Release(true)}) {
            assertThat(attempt.hasEndedBefore(ending).isSaved()).isFalse();
        }

        Sightings.assertUnchanged(before, caller.sees());
        assertThat(before.record().state()).isEqualTo(State.IN_DOUBT);
    }

    @Test
    @DisplayName("R7: a claim that arrives once more after its attempt was replaced changes nothing")
    void lateDuplicateOfAnOldClaim() {
        Caller first = caller();
        first.runs().reaches(RELEASE);
        Caller second = first.rival();
        second.runs().reaches(DOUBT);
        Sighting before = second.sees();

        assertThat(first.onHold().claims()).isInstanceOf(ClaimAnswer.Held.class);

        Sightings.assertUnchanged(before, second.sees());
    }
}
