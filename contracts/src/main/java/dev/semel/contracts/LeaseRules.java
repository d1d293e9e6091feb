// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Caller.LEASE;
import static dev.semel.contracts.Caller.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.Reason;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In progress is a lease, not a lock: it lapses, is renewed, and is taken over. */
abstract class LeaseRules extends StoreRules {

    @Test
    @DisplayName("R8, T6: a crash means a conflict until the lease ends, not until the retention does")
    void lapsesWithTheLease() {
        Caller caller = caller();
        caller.runs();

        elapse(LEASE.minusMinutes(2));
        caller.rival().conflicts();
        elapse(Duration.ofMinutes(3));

        assertThat(elsewhere(caller).runs().number()).isEqualTo(2);
    }

    @Test
    @DisplayName("R11: a lapsed lease leaves the record in place")
    void lapsedRecordStays() {
        Caller caller = caller();
        Attempt attempt = caller.runs();
        lapse();

        Sighting seen = elsewhere(caller).sees();

        assertThat(Sightings.facts(seen.record())).isEqualTo(Sightings.facts(attempt.record()));
        assertThat(seen.lapsed()).isTrue();
        assertThat(seen.leaseLeft()).isZero();
    }

    @Test
    @DisplayName("R10, R11, T4: a takeover is one attempt more, knows why, and has a lease of its own length")
    void takeover() {
        Caller first = caller();
        Attempt lapsed = first.runs();
        lapse();
        Caller second = elsewhere(first).leasing(Duration.ofHours(2), Duration.ofHours(2));

        Attempt taken = second.runs();

        assertThat(taken.number()).isEqualTo(2);
        assertThat(taken.record().reason()).isEqualTo(Reason.LEASE_LAPSED);
        assertThat(taken.record().claimId()).isEqualTo(second.claim().claimId());
        assertThat(taken.record().createdAt())
                .as("the key was created with its first attempt")
                .isBeforeOrEqualTo(lapsed.record().createdAt().plus(Sightings.SLACK));
        Sightings.assertLeaseLeft(Duration.ofHours(2), taken.sighting());
        Sightings.assertKeptFor(Duration.ofHours(2).plus(RETENTION), taken.sighting());
        Sightings.assertUnchanged(taken.sighting(), first.sees());
    }

    @Test
    @DisplayName("R10: attempt numbers grow by one with each takeover")
    void numbersGrowByOne() {
        Caller caller = caller();
        for (int number = 1; number <= 5; number++) {
            assertThat(caller.rival().through(clientOf(number)).runs().number()).isEqualTo(number);
            lapse();
        }
    }

    @Test
    @DisplayName("R16: under HOLD nobody takes over a lapsed lease, and being refused changes nothing")
    void heldWhenLapsed() {
        Caller caller = caller().onHold();
        Attempt attempt = caller.runs();
        lapse();
        Sighting before = caller.sees();

        Sighting seen = elsewhere(caller).isHeld();

        Sightings.assertUnchanged(before, seen);
        Sightings.assertUnchanged(before, caller.sees());
        attempt.completes();
    }

    @Test
    @DisplayName("R9: a renewal runs the lease anew, from the renewal on, and changes nothing else")
    void renewal() {
        Caller caller = caller();
        Attempt attempt = caller.runs();
        for (int beat = 0; beat < 4; beat++) {
            elapse(Duration.ofMinutes(7));
            assertThat(attempt.through(clientOf(beat)).renews()).isEqualTo(RenewAnswer.RENEWED);
            Sightings.assertLeaseLeft(LEASE, caller.sees());
        }

        elapse(Duration.ofMinutes(7));
        Sighting seen = elsewhere(caller).conflicts();
        assertThat(Sightings.facts(seen.record())).isEqualTo(Sightings.facts(attempt.record()));
        elapse(Duration.ofMinutes(4));
        assertThat(caller.rival().runs().number()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "R5, R13: renewals keep the record alive: it outlives the lease by the retention, however long that is")
    void renewalKeepsTheRecord() {
        Caller caller = caller().keeping(Duration.ofHours(1));
        Attempt attempt = caller.runs();
        for (int beat = 0; beat < 20; beat++) {
            elapse(Duration.ofMinutes(9));
            assertThat(attempt.renews()).isEqualTo(RenewAnswer.RENEWED);
        }

        Sightings.assertKeptFor(LEASE.plusHours(1), caller.sees());
        elapse(Duration.ofMinutes(9));
        caller.rival().conflicts();
        attempt.completes();
        Sightings.assertKeptFor(Duration.ofHours(1), caller.sees());
    }

    @Test
    @DisplayName("R9: a renewal says how long the lease runs, longer or shorter than before")
    void renewalOfAnotherLength() {
        Caller caller = caller();
        caller.runs();
        for (Duration lease : List.of(Duration.ofHours(3), Duration.ofMinutes(2))) {
            Renewal renewal = new Renewal(caller.id(), 1, caller.claim().claimId(), lease, RETENTION);

            assertThat(Await.answer(store().renew(List.of(renewal)))).containsExactly(RenewAnswer.RENEWED);

            Sighting seen = caller.sees();
            Sightings.assertLeaseLeft(lease, seen);
            assertThat(seen.retentionLeft()).isGreaterThan(lease.plus(RETENTION).minus(Sightings.SLACK));
        }
    }

    @Test
    @DisplayName("R10: a lapsed lease that nobody took over is renewed, and is live again")
    void lapsedLeaseRenews() {
        for (Caller caller : List.of(caller(), caller().onHold())) {
            Attempt attempt = caller.runs();
            lapse();

            assertThat(attempt.renews()).isEqualTo(RenewAnswer.RENEWED);

            Sightings.assertLeaseLeft(LEASE, caller.rival().conflicts());
        }
    }

    @ParameterizedTest(name = "R10: a renewal does not revive a record {0}")
    @EnumSource(names = {"DOUBTFUL", "COMPLETED", "FAILED", "RELEASED"})
    void endedIsNotRevived(Standing standing) {
        Caller caller = caller();
        Attempt attempt = standing.arrange(caller, harness());
        elapse(Duration.ofMinutes(5));
        Sighting before = caller.sees();

        assertThat(attempt.renews()).isEqualTo(RenewAnswer.LOST);

        Sightings.assertUnchanged(before, caller.sees());
        assertThat(before.record().state()).isNotEqualTo(State.IN_PROGRESS);
    }

    @Test
    @DisplayName("R10: renewing a key that has no record is lost, and creates none")
    void nothingToRenew() {
        Caller caller = caller();
        Renewal renewal = new Renewal(caller.id(), 1, caller.claim().claimId(), LEASE, RETENTION);

        assertThat(Await.answer(store().renew(List.of(renewal)))).containsExactly(RenewAnswer.LOST);

        assertThat(caller.finds()).isEmpty();
    }
}
