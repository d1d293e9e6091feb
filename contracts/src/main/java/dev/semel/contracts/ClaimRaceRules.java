// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.spi.Purgeable;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.State;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Many callers want the same key at the same moment. */
abstract class ClaimRaceRules extends StoreRules {

    @Test
    @DisplayName("R1, T2, T5: of 64 callers of a new key exactly one runs; all others conflict with it")
    void newKey() {
        for (int round = 0; round < Rounds.of("concurrentClaims"); round++) {
            Caller caller = caller();

            List<ClaimAnswer> answers =
                    Crowd.atOnce(i -> caller.rival().through(clientOf(i)).claims());

            ClaimAnswer.Granted winner = Winners.only(answers);
            assertThat(winner.sighting().record().attempt()).isEqualTo(1);
            Winners.assertOthersConflictWith(winner, answers);
            Sightings.assertUnchanged(winner.sighting(), caller.sees());
        }
    }

    @Test
    @DisplayName(
            "R1, R6: of 64 callers with two payloads one runs; those of the other payload are told of the mismatch")
    void twoPayloads() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Caller caller = caller();

            List<ClaimAnswer> answers = Crowd.atOnce(i -> caller.rival()
                    .asking(i % 3 == 0 ? Caller.PAYLOAD : Caller.OTHER_PAYLOAD)
                    .through(clientOf(i))
                    .claims());

            Fingerprint won = Winners.only(answers).sighting().record().fingerprint();
            for (int i = 0; i < Crowd.SIZE; i++) {
                boolean same = won.equals(i % 3 == 0 ? Caller.PAYLOAD : Caller.OTHER_PAYLOAD);
                assertThat(answers.get(i))
                        .isInstanceOfAny(
                                same ? ClaimAnswer.InProgress.class : ClaimAnswer.Mismatch.class,
                                ClaimAnswer.Granted.class);
            }
        }
    }

    @Test
    @DisplayName("R7, T24: one claim that is delivered 64 times at once is granted each time, as one attempt")
    void sameClaim() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Caller caller = caller();

            List<ClaimAnswer> answers =
                    Crowd.atOnce(i -> caller.through(clientOf(i)).claims());

            assertThat(answers).allSatisfy(answer -> {
                assertThat(answer).isInstanceOf(ClaimAnswer.Granted.class);
                assertThat(Winners.record(answer).attempt()).isEqualTo(1);
                assertThat(Winners.record(answer).claimId())
                        .isEqualTo(caller.claim().claimId());
            });
        }
    }

    @Test
    @DisplayName("R10: one completion that is delivered 64 times at once is applied once, and is done for all others")
    void sameCompletion() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Attempt attempt = caller().runs();

            List<FinishAnswer> answers =
                    Crowd.atOnce(i -> attempt.through(clientOf(i)).ends(Attempt.SUCCESS));

            assertThat(answers)
                    .filteredOn(FinishAnswer.Applied.class::isInstance)
                    .hasSize(1);
            assertThat(answers)
                    .filteredOn(FinishAnswer.AlreadyEnded.class::isInstance)
                    .hasSize(Crowd.SIZE - 1)
                    .allSatisfy(answer -> assertThat(((FinishAnswer.AlreadyEnded) answer).isSaved())
                            .isTrue());
        }
    }

    @Test
    @DisplayName("R4: of 64 callers of a released key exactly one runs, as attempt 2")
    void releasedKey() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Caller caller = caller();
            caller.runs().reaches(Attempt.RELEASE);

            List<ClaimAnswer> answers =
                    Crowd.atOnce(i -> caller.rival().through(clientOf(i)).claims());

            ClaimAnswer.Granted winner = Winners.only(answers);
            assertThat(winner.sighting().record().attempt()).isEqualTo(2);
            Winners.assertOthersConflictWith(winner, answers);
        }
    }

    @Test
    @DisplayName("R7: whichever comes first, a claim that is sent again or its abandonment, the key ends up free")
    void abandonAgainstItsOwnClaim() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            Caller caller = caller();
            caller.runs();

            Crowd.atOnce(i ->
                    i == 7 ? caller.abandons() : caller.through(clientOf(i)).claims());

            assertThat(caller.sees().record().state()).isEqualTo(State.RELEASED);
            caller.isSpent();
        }
    }

    @Test
    @DisplayName("R1, T11: of 64 callers of an expired key exactly one runs, and nobody deletes its record")
    void expiredKey() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            oneRunsThoughExpired((each, i) -> {});
        }
    }

    @Test
    @DisplayName("R5, T11: of 64 callers of an expired key exactly one runs, and no purge takes its record away")
    void expiredKeyBesidePurge() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            oneRunsThoughExpired((each, i) -> purgeIf(i % 16 == 5));
        }
    }

    @Test
    @DisplayName(
            "R1, T11: of 64 callers of an expired key exactly one runs, and nobody who looks takes its record away")
    void expiredKeyBesideLooks() {
        for (int round = 0; round < Rounds.of("races"); round++) {
            oneRunsThoughExpired((each, i) -> lookIf(i % 16 == 5, each));
        }
    }

    private void oneRunsThoughExpired(ObjIntConsumer<Caller> before) {
        Caller caller = caller();
        caller.runs().completes();
        elapse(Caller.RETENTION.plusMinutes(1));

        List<ClaimAnswer> answers = Crowd.atOnce(i -> {
            before.accept(caller.through(clientOf(i)), i);
            return caller.rival().through(clientOf(i)).claims();
        });

        ClaimAnswer.Granted winner = Winners.only(answers);
        assertThat(winner.sighting().record().attempt()).isEqualTo(1);
        Winners.assertOthersConflictWith(winner, answers);
        Sightings.assertUnchanged(winner.sighting(), caller.sees());
    }

    private static void lookIf(boolean wanted, Caller caller) {
        if (wanted) {
            caller.finds();
        }
    }

    private void purgeIf(boolean wanted) {
        if (wanted && store() instanceof Purgeable purgeable) {
            Await.answer(purgeable.purge(100));
        }
    }
}
