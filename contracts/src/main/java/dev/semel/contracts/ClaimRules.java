// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Caller.LEASE;
import static dev.semel.contracts.Caller.OTHER_PAYLOAD;
import static dev.semel.contracts.Caller.PAYLOAD;
import static dev.semel.contracts.Caller.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.History;
import dev.semel.state.Reason;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Who runs, and what everybody else is told. */
abstract class ClaimRules extends StoreRules {

    @Test
    @DisplayName("R1, R3: a claim of a new key is granted as attempt 1, with a lease and an expiry")
    void newKey() {
        Caller caller = caller();
        Attempt attempt = caller.runs();

        assertThat(Sightings.facts(attempt.record()))
                .isEqualTo(new Facts(
                        caller.id(),
                        State.IN_PROGRESS,
                        PAYLOAD,
                        1,
                        caller.claim().claimId(),
                        Reason.FIRST,
                        null,
                        List.of()));
        assertThat(attempt.record().history()).isEqualTo(History.NONE);
        assertThat(attempt.sighting().leaseLive()).isTrue();
        Sightings.assertLeaseLeft(LEASE, attempt.sighting());
        Sightings.assertKeptFor(LEASE.plus(RETENTION), attempt.sighting());
    }

    @Test
    @DisplayName("T5: what was granted is owned: every client sees the record under the claim's own id")
    void grantedMeansOwned() {
        Caller caller = caller();
        Attempt attempt = caller.runs();

        Sightings.assertUnchanged(attempt.sighting(), caller.sees());
        Sightings.assertUnchanged(attempt.sighting(), elsewhere(caller).sees());
        attempt.completes();
    }

    @ParameterizedTest(name = "T5: what was granted is owned, also when it follows a record {0}")
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"RUNNING", "RERUNNING"})
    void grantedMeansOwnedAfter(Standing standing) {
        Caller first = caller();
        standing.arrange(first, harness());

        Attempt next = elsewhere(first).rerunningBelow(2).runs();

        Sightings.assertUnchanged(next.sighting(), first.sees());
        first.rival().rerunningBelow(2).conflicts();
        next.completes(Attempt.ANSWER, 2);
    }

    @Test
    @DisplayName("T5: a claim that was not granted owns nothing: its completion is refused")
    void notGrantedMeansNotOwned() {
        Caller winner = caller();
        Attempt attempt = winner.runs();
        Caller loser = winner.rival();
        Sighting seen = loser.conflicts();

        new Attempt(loser, seen).isFencedOut(Attempt.SUCCESS);
        Sightings.assertUnchanged(attempt.sighting(), winner.sees());
    }

    @Test
    @DisplayName("R1, R12: a live lease is a conflict for every other claim, through every client, TAKE or HOLD")
    void liveLease() {
        Caller winner = caller();
        Attempt attempt = winner.runs();
        elapse(Duration.ofMinutes(4));

        for (Caller loser : List.of(
                winner.rival(),
                elsewhere(winner),
                winner.rival().onHold(),
                elsewhere(winner).onHold())) {
            Sighting seen = loser.conflicts();
            assertThat(Sightings.facts(seen.record())).isEqualTo(Sightings.facts(attempt.record()));
            Sightings.assertLeaseLeft(LEASE.minusMinutes(4), seen);
        }
    }

    @ParameterizedTest(name = "R2, R6: a losing claim brings back the record {0}")
    @EnumSource(mode = Mode.EXCLUDE, names = "RELEASED")
    void losersSeeTheRecord(Standing standing) {
        Caller caller = caller();
        standing.arrange(caller, harness());
        Sighting before = caller.sees();
        Caller loser = elsewhere(caller).onHold();

        Sighting seen = switch (standing) {
            case RUNNING -> loser.conflicts();
            case LAPSED, DOUBTFUL -> loser.isHeld();
            default -> {
                assertThat(loser.replays()).isEqualTo(before.record().answer());
                yield loser.sees();
            }
        };
        Sightings.assertUnchanged(before, seen);
        Sightings.assertUnchanged(before, caller.sees());
    }

    @ParameterizedTest(name = "R6: another fingerprint is a mismatch, and changes nothing, against a record {0}")
    @EnumSource(mode = Mode.EXCLUDE, names = "RELEASED")
    void mismatch(Standing standing) {
        Caller caller = caller();
        standing.arrange(caller, harness());
        elapse(Duration.ofMinutes(3));
        Sighting before = caller.sees();

        Sighting seen = elsewhere(caller).asking(OTHER_PAYLOAD).mismatches();

        Sightings.assertUnchanged(before, seen);
        Sightings.assertUnchanged(before, caller.sees());
    }

    @ParameterizedTest(name = "R6: a mismatch comes before any other answer, against a record {0}")
    @EnumSource(mode = Mode.EXCLUDE, names = "RELEASED")
    void mismatchFirst(Standing standing) {
        Caller caller = caller();
        Attempt attempt = standing.arrange(caller, harness());
        Sighting before = caller.sees();

        caller.rival().asking(OTHER_PAYLOAD).onHold().mismatches();
        caller.rival().asking(OTHER_PAYLOAD).rerunningBelow(9).mismatches();
        attempt.caller().asking(OTHER_PAYLOAD).mismatches();

        Sightings.assertUnchanged(before, caller.sees());
    }

    @Test
    @DisplayName("R4: a released key is free for any fingerprint, and keeps the new one")
    void releasedTakesAnyFingerprint() {
        Caller caller = caller();
        Standing.RELEASED.arrange(caller, harness());

        Attempt second = caller.rival().asking(OTHER_PAYLOAD).runs();

        assertThat(second.number()).isEqualTo(2);
        assertThat(second.record().fingerprint()).isEqualTo(OTHER_PAYLOAD);
        caller.rival().asking(PAYLOAD).mismatches();
    }

    @Test
    @DisplayName("R6: every bit of a fingerprint counts")
    void everyBitCounts() {
        for (byte filling : new byte[] {0, -1, 0x20}) {
            byte[] digest = new byte[Fingerprint.LENGTH];
            Arrays.fill(digest, filling);
            Caller caller = caller().asking(Fingerprint.ofDigest(digest));
            assertThat(caller.runs().record().fingerprint().toBytes()).isEqualTo(digest);

            for (int bit = 0; bit < digest.length * Byte.SIZE; bit += 7) {
                byte[] other = digest.clone();
                other[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
                caller.rival().asking(Fingerprint.ofDigest(other)).mismatches();
            }
        }
    }

    @Test
    @DisplayName("R7: claim ids are kept and compared exactly, both halves and every sign")
    void claimIdsAreExact() {
        long[] words = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x7fff_ffffL, 1L << 53};
        for (long word : words) {
            ClaimId claimId = new ClaimId(word, ~word);
            Caller caller = caller().named(claimId);
            assertThat(caller.runs().record().claimId()).isEqualTo(claimId);

            caller.named(new ClaimId(~word, word)).conflicts();
            caller.named(new ClaimId(word, ~word + 1)).conflicts();
            caller.named(new ClaimId(word + 1, ~word)).conflicts();
            assertThat(caller.runs().number()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R6: a saved success and a saved failure are both answers for every later caller")
    void finalAnswers() {
        for (boolean success : new boolean[] {true, false}) {
            Caller caller = caller();
            caller.runs().reaches(new Ending.Save(success, Attempt.ANSWER, 4));

            Answer replayed = elsewhere(caller).replays();

            assertThat(replayed.success()).isEqualTo(success);
            assertThat(replayed.saved()).isEqualTo(Attempt.ANSWER);
            assertThat(replayed.schemaVersion()).isEqualTo(4);
            assertThat(replayed.attempt()).isEqualTo(1);
            assertThat(caller.sees().record().state()).isEqualTo(success ? State.COMPLETED : State.FAILED);
        }
    }

    @Test
    @DisplayName("R13: a key is not forgotten, and nothing of it changes, because it was used")
    void replaysChangeNothing() {
        Caller caller = caller();
        caller.runs().completes();
        elapse(Duration.ofHours(2));
        Sighting before = caller.sees();

        for (int i = 0; i < 20; i++) {
            caller.rival().through(clientOf(i)).replays();
        }

        Sightings.assertUnchanged(before, caller.sees());
    }
}
