// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.Ending;
import dev.semel.state.Reason;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A caller gave up before the store answered, and tells the store so, by claim id alone. */
abstract class AbandonRules extends StoreRules {

    @Test
    @DisplayName("R7: an abandoned first attempt frees the key at once for the next claim, at the next number")
    void frees() {
        Caller caller = caller();
        caller.runs();

        assertThat(caller.through(harness().another()).abandons()).isTrue();

        assertThat(caller.sees().record().state()).isEqualTo(State.RELEASED);
        Attempt next = caller.rival().asking(Caller.OTHER_PAYLOAD).runs();
        assertThat(next.number()).isEqualTo(2);
        assertThat(next.record().reason()).isEqualTo(Reason.RELEASED);
    }

    @Test
    @DisplayName("R7: a claim that lands after its caller gave up is refused, and cannot write")
    void refusesTheAbandonedClaim() {
        Caller caller = caller();
        Attempt attempt = caller.runs();
        assertThat(caller.abandons()).isTrue();
        Sighting before = caller.sees();

        caller.isSpent();
        caller.onHold().isSpent();
        assertThat(attempt.renews()).isEqualTo(RenewAnswer.LOST);
        assertThat(attempt.hasEndedBefore(Attempt.SUCCESS).isSaved()).isFalse();

        Sightings.assertUnchanged(before, caller.sees());
    }

    @Test
    @DisplayName("R7: abandoning again finds nothing left to free")
    void again() {
        Caller caller = caller();
        caller.runs();
        assertThat(caller.abandons()).isTrue();
        Sighting before = caller.sees();

        assertThat(caller.abandons()).isFalse();

        Sightings.assertUnchanged(before, caller.sees());
    }

    @Test
    @DisplayName("R7: abandoning a claim that never arrived creates nothing; once it has landed it can be abandoned")
    void beforeTheClaim() {
        Caller caller = caller();

        assertThat(caller.abandons()).isFalse();
        assertThat(caller.finds()).isEmpty();

        caller.runs();
        assertThat(caller.abandons()).isTrue();
        caller.isSpent();
    }

    @Test
    @DisplayName("R7: a claim whose lease lapsed, with nobody in its place, can still be abandoned")
    void lapsed() {
        Caller caller = caller().onHold();
        caller.runs();
        lapse();

        assertThat(caller.abandons()).isTrue();

        assertThat(caller.rival().runs().record().reason()).isEqualTo(Reason.RELEASED);
    }

    @ParameterizedTest(name = "R7, R11: an abandoned takeover of a record {0} leaves it in doubt, never free")
    @EnumSource(names = {"LAPSED", "DOUBTFUL"})
    void takeoverGoesBackToDoubt(Standing standing) {
        Caller first = caller();
        standing.arrange(first, harness());
        Caller second = elsewhere(first);
        second.runs();

        assertThat(second.abandons()).isTrue();

        assertThat(first.sees().record().state()).isEqualTo(State.IN_DOUBT);
        assertThat(first.sees().record().attempt()).isEqualTo(2);
        first.rival().onHold().isHeld();
        first.rival().asking(Caller.OTHER_PAYLOAD).mismatches();
        Attempt third = first.rival().runs();
        assertThat(third.number()).isEqualTo(3);
        assertThat(third.record().reason()).isEqualTo(Reason.IN_DOUBT);
    }

    @ParameterizedTest(name = "R7, T3: abandoning does not touch somebody else''s record {0}")
    @EnumSource
    void foreign(Standing standing) {
        Caller caller = caller();
        standing.arrange(caller, harness());
        Sighting before = caller.sees();

        assertThat(elsewhere(caller).abandons()).isFalse();

        Sightings.assertUnchanged(before, caller.sees());
    }

    @Test
    @DisplayName("R7, T3: abandoning an old claim does not touch the attempt that took over from it")
    void takenOver() {
        Caller first = caller();
        first.runs();
        lapse();
        Attempt second = first.rival().runs();

        assertThat(first.abandons()).isFalse();

        Sightings.assertUnchanged(second.sighting(), first.sees());
        second.completes();
    }

    @Test
    @DisplayName("R7: abandoning a claim whose attempt has ended changes nothing, however it ended")
    void ended() {
        Ending failure = new Ending.Save(false, Attempt.ANSWER, 1);
        for (Ending ending : new Ending[] {Attempt.SUCCESS, failure, Attempt.DOUBT, Attempt.RELEASE}) {
            Caller caller = caller();
            caller.runs().reaches(ending);
            Sighting before = caller.sees();

            assertThat(caller.abandons()).isFalse();

            Sightings.assertUnchanged(before, caller.sees());
        }
    }
}
