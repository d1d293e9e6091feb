// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Attempt.DOUBT;
import static dev.semel.contracts.Attempt.RELEASE;
import static dev.semel.contracts.Attempt.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.OnDoubt;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Only the current attempt writes, and everybody else learns that they do not. */
abstract class FenceRules extends StoreRules {

    private static final List<Ending> ENDINGS = List.of(
            SUCCESS, new Ending.Save(false, Attempt.text("declined"), 1), RELEASE, new Ending.Release(true), DOUBT);

    @Test
    @DisplayName("R10, T3: a ticket whose lease was taken over can no longer complete, fail, release, doubt or renew")
    void takenOver() {
        Attempt first = caller().runs();
        lapse();
        Attempt second = elsewhere(first.caller()).runs();

        for (Ending ending : ENDINGS) {
            first.isFencedOut(ending);
        }
        assertThat(first.renews()).isEqualTo(RenewAnswer.LOST);

        Sightings.assertUnchanged(second.sighting(), first.caller().sees());
        second.completes();
    }

    @ParameterizedTest(name = "R10, T3: a zombie does not write over what its successor left: a record {0}")
    @EnumSource(names = {"DOUBTFUL", "COMPLETED", "FAILED", "RELEASED"})
    void zombie(Standing standing) {
        Attempt zombie = caller().runs();
        lapse();
        standing.arrange(zombie.caller().rival(), harness());
        Sighting before = zombie.caller().sees();

        for (Ending ending : ENDINGS) {
            zombie.isFencedOut(ending);
        }
        assertThat(zombie.renews()).isEqualTo(RenewAnswer.LOST);

        assertThat(before.record().attempt()).isEqualTo(2);
        Sightings.assertUnchanged(before, zombie.caller().sees());
    }

    @Test
    @DisplayName("R10: a fenced-out writer is shown the record that fences it out")
    void shownTheRecord() {
        Attempt first = caller().runs();
        lapse();
        Attempt second = first.caller().rival().runs();

        Sightings.assertUnchanged(second.sighting(), first.isFencedOutBy(SUCCESS));
    }

    @ParameterizedTest(name = "R10: the fence is exact: attempt {0} of the current claim is not attempt 3")
    @ValueSource(ints = {0, 1, 2, 4, 5, Integer.MAX_VALUE})
    void exactAttempt(int number) {
        Attempt third = third();
        for (Ending ending : ENDINGS) {
            assertThat(third.sends(third.finishNumbered(number, ending))).isInstanceOf(FinishAnswer.Fenced.class);
        }
        Renewal renewal = third.renewal();
        Renewal numbered = new Renewal(renewal.id(), number, renewal.claimId(), renewal.lease(), renewal.retention());
        assertThat(Await.answer(store().renew(List.of(numbered)))).containsExactly(RenewAnswer.LOST);

        Sightings.assertUnchanged(third.sighting(), third.caller().sees());
        third.completes();
    }

    @Test
    @DisplayName("R10: the fence is exact: the current attempt of another claim changes nothing")
    void exactClaim() {
        Attempt third = third();
        ClaimId current = third.record().claimId();
        for (ClaimId other : List.of(
                Ids.claim(),
                new ClaimId(current.origin() + 1, current.sequence()),
                new ClaimId(current.origin(), current.sequence() + 1))) {
            Attempt impostor = new Attempt(third.caller().named(other), third.sighting());
            for (Ending ending : ENDINGS) {
                impostor.isFencedOut(ending);
            }
            assertThat(impostor.renews()).isEqualTo(RenewAnswer.LOST);
        }

        Sightings.assertUnchanged(third.sighting(), third.caller().sees());
        third.completes();
    }

    @Test
    @DisplayName("R10: the fence is exact for a completion out of doubt too")
    void exactOutOfDoubt() {
        Attempt third = third();
        third.reaches(DOUBT);
        Sighting before = third.caller().sees();

        new Attempt(third.caller().rival(), third.sighting()).isFencedOut(SUCCESS);
        for (int number : new int[] {2, 4}) {
            assertThat(third.sends(third.finishNumbered(number, SUCCESS))).isInstanceOf(FinishAnswer.Fenced.class);
        }

        Sightings.assertUnchanged(before, third.caller().sees());
    }

    @Test
    @DisplayName("R10: a lapsed lease that nobody took over can still end in every way")
    void lapsedStillEnds() {
        for (Ending ending : ENDINGS) {
            Attempt attempt = caller().onHold().runs();
            lapse();

            Sighting ended = attempt.reaches(ending);

            Sightings.assertUnchanged(ended, attempt.caller().sees());
            assertThat(ended.record().state()).isNotEqualTo(State.IN_PROGRESS);
        }
    }

    @Test
    @DisplayName("R10, R17: a doubtful record is completed by its own claim, and then is like any other")
    void lateCompletion() {
        for (OnDoubt choice : OnDoubt.values()) {
            Attempt attempt = (choice == OnDoubt.HOLD ? caller().onHold() : caller()).runs();
            attempt.reaches(DOUBT);

            Sighting completed = attempt.completes();

            Sightings.assertKeptFor(Caller.RETENTION, completed);
            assertThat(elsewhere(attempt.caller()).replays().saved()).isEqualTo(Attempt.ANSWER);
        }
    }

    @Test
    @DisplayName("R10: a doubtful record that was taken over is not completed by its old claim")
    void lateCompletionAfterTakeover() {
        Attempt first = caller().runs();
        first.reaches(DOUBT);
        Attempt second = elsewhere(first.caller()).runs();

        first.isFencedOut(SUCCESS);

        Sightings.assertUnchanged(second.sighting(), first.caller().sees());
    }

    @Test
    @DisplayName("R10: ending an attempt of a key that has no record is refused, and creates none")
    void nothingToEnd() {
        Caller caller = caller();
        for (Ending ending : ENDINGS) {
            Finish finish =
                    new Finish(caller.id(), 1, caller.claim().claimId(), ending, Caller.RETENTION, OnDoubt.TAKE);

            FinishAnswer answer = Await.answer(store().finish(finish));

            assertThat(answer).isEqualTo(new FinishAnswer.Fenced(null));
        }
        assertThat(caller.finds()).isEmpty();
    }

    @Test
    @DisplayName("R10: the number restarts after expiry, and yet an old attempt 1 cannot write into a new attempt 1")
    void numbersRestart() {
        Attempt old = caller().runs();
        elapse(Caller.LEASE.plus(Caller.RETENTION).plusMinutes(1));
        Attempt fresh = elsewhere(old.caller()).runs();
        assertThat(fresh.number()).isEqualTo(1);

        for (Ending ending : ENDINGS) {
            old.isFencedOut(ending);
        }
        assertThat(old.renews()).isEqualTo(RenewAnswer.LOST);

        Sightings.assertUnchanged(fresh.sighting(), old.caller().sees());
    }

    /** An attempt that has two before it. */
    private Attempt third() {
        Caller caller = caller();
        caller.runs();
        lapse();
        caller.rival().runs();
        lapse();
        return caller.rival().runs();
    }
}
