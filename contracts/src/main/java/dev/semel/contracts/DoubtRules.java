// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Attempt.DOUBT;
import static dev.semel.contracts.Attempt.RELEASE;
import static dev.semel.contracts.Attempt.SUCCESS;
import static dev.semel.contracts.Caller.OTHER_PAYLOAD;
import static dev.semel.contracts.Caller.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.Ending;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Attempts that ended without an answer: nobody knows what they did, or they are known to have done nothing. */
abstract class DoubtRules extends StoreRules {

    @Test
    @DisplayName("R4, R17, T7: a success that could not be recorded leaves the record in doubt; the key is not free")
    void doubtIsNotFree() {
        Attempt attempt = caller().runs();

        Sighting doubtful = attempt.reaches(DOUBT);

        assertThat(doubtful.record().state()).isEqualTo(State.IN_DOUBT);
        assertThat(doubtful.record().attempt()).isEqualTo(1);
        Sightings.assertUnchanged(doubtful, attempt.caller().sees());
        elsewhere(attempt.caller()).asking(OTHER_PAYLOAD).mismatches();
        elsewhere(attempt.caller()).onHold().isHeld();
    }

    @Test
    @DisplayName("R11, R16: a claim that may take over gets the doubtful record as the next attempt, and knows why")
    void takenOver() {
        Attempt first = caller().runs();
        first.reaches(DOUBT);

        Attempt second = elsewhere(first.caller()).runs();

        assertThat(second.number()).isEqualTo(2);
        assertThat(second.record().reason()).isEqualTo(Reason.IN_DOUBT);
        assertThat(second.sighting().leaseLive()).isTrue();
        first.caller().rival().conflicts();
    }

    @Test
    @DisplayName("R16: under HOLD nobody takes over a doubtful record, and being refused changes nothing")
    void held() {
        Attempt attempt = caller().onHold().runs();
        attempt.reaches(DOUBT);
        elapse(Duration.ofHours(3));
        Sighting before = attempt.caller().sees();

        for (int i = 0; i < 3; i++) {
            Sightings.assertUnchanged(
                    before, attempt.caller().rival().through(clientOf(i)).isHeld());
        }

        Sightings.assertUnchanged(before, attempt.caller().sees());
    }

    @Test
    @DisplayName("R5: a doubt under HOLD does not expire")
    void heldDoubtDoesNotExpire() {
        Attempt attempt = caller().onHold().runs();
        assertThat(attempt.reaches(DOUBT).record().expiresAt()).isEqualTo(KeyRecord.NEVER);

        elapse(Duration.ofDays(4_000));
        Forgetting.forgetAll(harness());

        assertThat(attempt.caller().sees().record().expiresAt()).isEqualTo(KeyRecord.NEVER);
        elsewhere(attempt.caller()).isHeld();
        elsewhere(attempt.caller()).asking(OTHER_PAYLOAD).mismatches();
    }

    @Test
    @DisplayName("R5, R10: a held doubt that its own claim completes in the end is kept for the retention")
    void heldDoubtCompleted() {
        Attempt attempt = caller().onHold().runs();
        attempt.reaches(DOUBT);
        elapse(Duration.ofDays(400));

        Sightings.assertKeptFor(RETENTION, attempt.completes());

        elapse(RETENTION.plusMinutes(1));
        assertThat(attempt.caller().finds()).isEmpty();
    }

    @Test
    @DisplayName("R5: a held doubt that is taken over after all expires like any record in progress")
    void heldDoubtTakenOver() {
        Attempt first = caller().onHold().runs();
        first.reaches(DOUBT);
        Caller second = Caller.of(store(), first.caller().id());

        Attempt taken = second.runs();

        assertThat(taken.number()).isEqualTo(2);
        Sightings.assertKeptFor(Caller.LEASE.plus(RETENTION), taken.sighting());
    }

    @Test
    @DisplayName("R5: any other doubt is kept for the retention, and then the key is new")
    void doubtExpires() {
        Attempt attempt = caller().runs();
        elapse(Duration.ofMinutes(8));
        Sightings.assertKeptFor(RETENTION, attempt.reaches(DOUBT));

        elapse(RETENTION.minusMinutes(2));
        attempt.caller().rival().onHold().isHeld();
        elapse(Duration.ofMinutes(3));

        assertThat(attempt.caller().rival().runs().record().reason()).isEqualTo(Reason.FIRST);
    }

    @Test
    @DisplayName("R4: a release frees the key, keeps the attempt number, and the next attempt knows why")
    void release() {
        Caller caller = caller();
        for (int number = 1; number <= 3; number++) {
            Attempt attempt = caller.rival().onHold().through(clientOf(number)).runs();

            assertThat(attempt.number()).isEqualTo(number);
            assertThat(attempt.record().reason()).isEqualTo(number == 1 ? Reason.FIRST : Reason.RELEASED);
            Sighting released = attempt.reaches(RELEASE);
            assertThat(released.record().state()).isEqualTo(State.RELEASED);
            assertThat(released.record().attempt()).isEqualTo(number);
            Sightings.assertKeptFor(RETENTION, released);
            Sightings.assertUnchanged(released, caller.sees());
        }
    }

    @ParameterizedTest(name = "R4: releasing after a record {0} does not free the key: that doubt stays")
    @EnumSource(names = {"LAPSED", "DOUBTFUL"})
    void releaseKeepsAnOlderDoubt(Standing standing) {
        Caller first = caller();
        standing.arrange(first, harness());
        Attempt second = elsewhere(first).runs();

        assertThat(second.reaches(RELEASE).record().state()).isEqualTo(State.IN_DOUBT);

        first.rival().asking(OTHER_PAYLOAD).mismatches();
        first.rival().onHold().isHeld();
        Attempt third = first.rival().runs();
        assertThat(third.number()).isEqualTo(3);
        assertThat(third.record().reason()).isEqualTo(Reason.IN_DOUBT);
    }

    @ParameterizedTest(name = "R4: releasing after a record {0} frees the key once that doubt is settled")
    @EnumSource(names = {"LAPSED", "DOUBTFUL"})
    void releaseWithTheDoubtSettled(Standing standing) {
        Caller first = caller();
        standing.arrange(first, harness());
        Attempt second = elsewhere(first).runs();

        assertThat(second.reaches(new Ending.Release(true)).record().state()).isEqualTo(State.RELEASED);

        Attempt third = first.rival().asking(OTHER_PAYLOAD).runs();
        assertThat(third.number()).isEqualTo(3);
        assertThat(third.record().reason()).isEqualTo(Reason.RELEASED);
    }

    @Test
    @DisplayName("R4: a doubt does not live on in what follows a settled one: the next release frees the key")
    void doubtIsOver() {
        Caller caller = caller();
        caller.runs().reaches(DOUBT);
        caller.rival().runs().reaches(new Ending.Release(true));

        assertThat(caller.rival().runs().reaches(RELEASE).record().state()).isEqualTo(State.RELEASED);
    }

    @Test
    @DisplayName("R5: a release under HOLD that leaves an older doubt standing leaves it for good")
    void releaseUnderHold() {
        Caller caller = caller();
        caller.runs().reaches(DOUBT);
        Attempt second = caller.rival().runs();

        Attempt underHold = new Attempt(second.caller().onHold(), second.sighting());
        Sighting ended = underHold.reaches(RELEASE);

        assertThat(ended.record().state()).isEqualTo(State.IN_DOUBT);
        assertThat(ended.record().expiresAt()).isEqualTo(KeyRecord.NEVER);
    }

    @Test
    @DisplayName("R16: the attempt that took over a doubt ends it with its answer")
    void doubtEndsWithAnAnswer() {
        Attempt first = caller().runs();
        first.reaches(DOUBT);
        Attempt second = elsewhere(first.caller()).runs();

        second.reaches(SUCCESS);

        assertThat(first.caller().rival().replays().attempt()).isEqualTo(2);
    }
}
