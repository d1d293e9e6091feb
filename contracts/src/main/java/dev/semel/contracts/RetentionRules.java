// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Attempt.SUCCESS;
import static dev.semel.contracts.Caller.LEASE;
import static dev.semel.contracts.Caller.OTHER_PAYLOAD;
import static dev.semel.contracts.Caller.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.ClaimAnswer;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.Reason;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** How long records are kept, and that an expired one is as good as absent. */
abstract class RetentionRules extends StoreRules {

    /** So often, since nobody can choose the instant at which a store is asked. */
    private static final int BOUNDARIES = 5;

    private static final Duration MOMENT = Duration.ofMillis(5);

    @Test
    @DisplayName("R13: retention counts from completion, not from the claim")
    void fromCompletion() {
        Attempt attempt =
                caller().leasing(Duration.ofHours(30), Duration.ofHours(30)).runs();
        elapse(Duration.ofHours(20));
        Sightings.assertKeptFor(RETENTION, attempt.completes());

        elapse(RETENTION.minusMinutes(2));
        attempt.caller().rival().replays();
        elapse(Duration.ofMinutes(3));

        Attempt fresh = attempt.caller().rival().runs();
        assertThat(fresh.number()).isEqualTo(1);
        assertThat(fresh.record().reason()).isEqualTo(Reason.FIRST);
    }

    @ParameterizedTest(name = "R5: the retention that an ending names is how long the record is kept, here one {0}")
    @EnumSource(names = {"DOUBTFUL", "COMPLETED", "FAILED", "RELEASED"})
    void retentionOfTheEnding(Standing standing) {
        Duration twoHours = Duration.ofHours(2);
        Caller caller = caller();
        Attempt attempt = caller.runs();
        Ending ending = switch (standing) {
            case DOUBTFUL -> Attempt.DOUBT;
            case RELEASED -> Attempt.RELEASE;
            case FAILED -> new Ending.Save(false, Attempt.ANSWER, 1);
            default -> SUCCESS;
        };

        Sighting ended = Attempt.applied(
                attempt.sends(new Finish(caller.id(), 1, caller.claim().claimId(), ending, twoHours, OnDoubt.TAKE)));

        Sightings.assertKeptFor(twoHours, ended);
        elapse(twoHours.plusMinutes(1));
        assertThat(caller.finds()).isEmpty();
        assertThat(caller.rival().runs().record().reason()).isEqualTo(Reason.FIRST);
    }

    @Test
    @DisplayName("R5, R8: a record in progress expires no earlier than its lease's end plus the retention")
    void inProgress() {
        Caller caller = caller().leasing(LEASE, Duration.ofHours(6));
        Sighting seen = caller.runs().sighting();

        Sightings.assertLeaseLeft(LEASE, seen);
        assertThat(seen.retentionLeft())
                .isGreaterThan(LEASE.plus(RETENTION).minus(Sightings.SLACK))
                .isLessThan(Duration.ofHours(6).plus(RETENTION).plus(Sightings.SLACK));
        elapse(LEASE.plus(RETENTION).minusMinutes(2));
        assertThat(caller.rival().runs().number()).isEqualTo(2);
    }

    @Test
    @DisplayName("R5: a maximum duration that is shorter than the lease counts as the lease")
    void leaseBeyondTheMaximum() {
        Caller caller = caller().leasing(Duration.ofHours(6), Duration.ofHours(1));
        caller.runs();

        elapse(Duration.ofHours(5));
        caller.rival().conflicts();
        elapse(RETENTION);

        assertThat(caller.rival().runs().number()).isEqualTo(2);
    }

    @Test
    @DisplayName("R5, R13: the longest lease and retention that an operation may have are kept to the day: ten years")
    void tenYears() {
        Duration tenYears = Duration.ofDays(3_650);
        Caller caller = caller().leasing(tenYears, tenYears).keeping(tenYears);
        Attempt attempt = caller.runs();
        Sightings.assertLeaseLeft(tenYears, attempt.sighting());
        assertThat(attempt.renews()).isEqualTo(RenewAnswer.RENEWED);
        elapse(tenYears.minusDays(1));
        caller.rival().conflicts();

        Sightings.assertKeptFor(tenYears, attempt.completes());
        elapse(tenYears.minusDays(1));
        elsewhere(caller).replays();
        elapse(Duration.ofDays(2));

        assertThat(caller.finds()).isEmpty();
    }

    @ParameterizedTest(name = "R4: an expired record is as good as absent, here one {0}")
    @EnumSource(mode = Mode.EXCLUDE, names = "RERUNNING")
    void expired(Standing standing) {
        Caller caller = caller();
        Attempt attempt = standing.arrange(caller, harness());
        elapse(LEASE.plus(RETENTION).plusMinutes(1));

        assertThat(caller.finds()).isEmpty();
        assertThat(elsewhere(caller).finds()).isEmpty();
        assertThat(caller.abandons()).isFalse();
        assertThat(attempt.renews()).isEqualTo(RenewAnswer.LOST);
        attempt.isFencedOut(SUCCESS);

        Attempt fresh = elsewhere(caller).asking(OTHER_PAYLOAD).onHold().runs();
        assertThat(fresh.number()).isEqualTo(1);
        assertThat(fresh.record().reason()).isEqualTo(Reason.FIRST);
        assertThat(fresh.record().answer()).isNull();
        assertThat(fresh.record().history().lines()).isEmpty();
    }

    @Test
    @DisplayName("R4: after expiry even the old claim id is new")
    void oldClaimIdAfterExpiry() {
        Caller caller = caller();
        caller.runs().reaches(Attempt.RELEASE);
        elapse(RETENTION.plusMinutes(1));

        assertThat(caller.runs().number()).isEqualTo(1);
    }

    @Test
    @DisplayName("R5, R13: also at the instant at which a record expires, a claim gets its answer or the key")
    void claimedAtTheBoundary() {
        for (int i = 0; i < BOUNDARIES; i++) {
            Caller first = completedForAMoment();

            Await.until("the key is new", () -> {
                ClaimAnswer answer = first.rival().claims();
                assertThat(answer).isInstanceOfAny(ClaimAnswer.Final.class, ClaimAnswer.Granted.class);
                return answer instanceof ClaimAnswer.Granted;
            });
        }
    }

    @Test
    @DisplayName("R5, R13: also at the instant at which a record expires, a look shows nothing that has expired, and a"
            + " key that it shows nothing of is new")
    void seenAtTheBoundary() {
        for (int i = 0; i < BOUNDARIES; i++) {
            Caller first = completedForAMoment();

            Await.until("the record is gone", () -> {
                Optional<Sighting> seen = first.finds();
                assertThat(seen.filter(sighting -> sighting.record().expiredAt(sighting.at())))
                        .isEmpty();
                return seen.isEmpty();
            });
            assertThat(elsewhere(first).runs().number()).isEqualTo(1);
        }
    }

    private Caller completedForAMoment() {
        Caller caller = caller();
        caller.runs().completes();
        elapse(RETENTION.minus(MOMENT));
        return caller;
    }
}
