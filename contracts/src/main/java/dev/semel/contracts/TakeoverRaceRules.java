// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RenewAnswer;
import dev.semel.state.State;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many callers want to take over at the same moment, and the old attempt may still be alive. */
abstract class TakeoverRaceRules extends StoreRules {

    private static final int OWNER = 20;

    @ParameterizedTest(name = "R10, T4: of 64 that would take over a record {0} one does, one attempt further")
    @EnumSource(names = {"LAPSED", "DOUBTFUL"})
    void oneTakesOver(Standing standing) {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Attempt first = standing.arrange(caller(), harness());

            List<ClaimAnswer> answers = rivals(first.caller());

            ClaimAnswer.Granted winner = Winners.only(answers);
            assertThat(winner.sighting().record().attempt()).isEqualTo(2);
            Winners.assertOthersConflictWith(winner, answers);
            Sightings.assertUnchanged(winner.sighting(), first.caller().sees());
            first.isFencedOut(Attempt.SUCCESS);
        }
    }

    @Test
    @DisplayName("R20: of 64 that would run an older answer again one does, one attempt further")
    void oneRunsAgain() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Caller caller = caller();
            caller.runs().completes(Attempt.ANSWER, 1);

            List<ClaimAnswer> answers = rivals(caller.rerunningBelow(2));

            ClaimAnswer.Granted winner = Winners.only(answers);
            assertThat(winner.sighting().record().attempt()).isEqualTo(2);
            Winners.assertOthersConflictWith(winner, answers);
        }
    }

    @ParameterizedTest(name = "R1, R10: when a completion races with takeovers of a record {0}, one of both wins")
    @EnumSource(names = {"LAPSED", "DOUBTFUL"})
    void completionAgainstTakeover(Standing standing) {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Attempt owner = standing.arrange(caller(), harness());
            AtomicReference<FinishAnswer> ending = new AtomicReference<>();

            List<ClaimAnswer> answers = Crowd.atOnce(i -> {
                if (i == OWNER) {
                    ending.set(owner.ends(Attempt.SUCCESS));
                }
                return owner.caller().rival().through(clientOf(i)).claims();
            });

            boolean completed = ending.get() instanceof FinishAnswer.Applied;
            assertThat(Winners.all(answers)).hasSize(completed ? 0 : 1);
            assertThat(owner.caller().sees().record().state())
                    .isEqualTo(completed ? State.COMPLETED : State.IN_PROGRESS);
            assertThat(owner.caller().sees().record().attempt()).isEqualTo(completed ? 1 : 2);
        }
    }

    @Test
    @DisplayName("R10: when a renewal races with takeovers of a lapsed lease, one of both wins")
    void renewalAgainstTakeover() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Attempt owner = Standing.LAPSED.arrange(caller(), harness());
            AtomicReference<RenewAnswer> renewal = new AtomicReference<>();

            List<ClaimAnswer> answers = Crowd.atOnce(i -> {
                if (i == OWNER) {
                    renewal.set(owner.renews());
                }
                return owner.caller().rival().through(clientOf(i)).claims();
            });

            boolean renewed = renewal.get() == RenewAnswer.RENEWED;
            assertThat(Winners.all(answers)).hasSize(renewed ? 0 : 1);
            assertThat(owner.caller().sees().record().attempt()).isEqualTo(renewed ? 1 : 2);
            assertThat(owner.caller().sees().leaseLive()).isTrue();
        }
    }

    @Test
    @DisplayName("R1, R9, T25: a completion among renewals of its own attempt is applied, and none of them undoes it")
    void completionAmongRenewals() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Attempt owner = caller().runs();

            Crowd.atOnce(i ->
                    i == OWNER ? owner.completes() : owner.through(clientOf(i)).renews());

            assertThat(owner.caller().sees().record().state()).isEqualTo(State.COMPLETED);
            assertThat(owner.renews()).isEqualTo(RenewAnswer.LOST);
            assertThat(owner.caller().rival().replays().saved()).isEqualTo(Attempt.ANSWER);
        }
    }

    @Test
    @DisplayName("R4: when an attempt releases the key among 64 waiting callers, at most one runs, as attempt 2")
    void releaseAmongClaims() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Attempt owner = caller().runs();

            List<ClaimAnswer> answers = Crowd.atOnce(i -> {
                if (i == OWNER) {
                    owner.reaches(Attempt.RELEASE);
                }
                return owner.caller().rival().through(clientOf(i)).claims();
            });

            // The caller that released claims after it: so there is one, and it may be anybody.
            ClaimAnswer.Granted winner = Winners.only(answers);
            assertThat(winner.sighting().record().attempt()).isEqualTo(2);
            assertThat(owner.caller().sees().record().attempt()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("R6: callers that arrive around a completion conflict or get its answer, and none runs")
    void completionAmongClaims() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Attempt owner = caller().runs();

            List<ClaimAnswer> answers = Crowd.atOnce(i -> {
                if (i == OWNER) {
                    owner.completes();
                }
                return owner.caller().rival().through(clientOf(i)).claims();
            });

            assertThat(answers).hasOnlyElementsOfTypes(ClaimAnswer.InProgress.class, ClaimAnswer.Final.class);
            assertThat(answers.get(OWNER)).isInstanceOf(ClaimAnswer.Final.class);
            assertThat(owner.caller().rival().replays().saved()).isEqualTo(Attempt.ANSWER);
        }
    }

    private List<ClaimAnswer> rivals(Caller caller) {
        return Crowd.atOnce(i -> caller.rival().through(clientOf(i)).claims());
    }
}
