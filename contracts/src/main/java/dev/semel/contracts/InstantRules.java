// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Caller.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.Answer;
import dev.semel.state.HistoryLine;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * When things happened, by the store's clock. What was written is only compared with what was seen since the last time that the
 * harness let time pass: it may age what is stored, or a clock.
 */
abstract class InstantRules extends StoreRules {

    @Test
    @DisplayName("R3: a takeover leaves it known when the key was first claimed")
    void created() {
        Caller caller = caller();
        Sighting first = caller.runs().sighting();
        Sightings.assertNear("creation", first.at(), first.record().createdAt());
        lapse();
        Instant created = caller.sees().record().createdAt();

        Attempt second = elsewhere(caller).runs();

        Sightings.assertNear("creation", created, second.record().createdAt());
        Sightings.assertNear("creation", created, second.completes().record().createdAt());
    }

    @Test
    @DisplayName(
            "R3, R25: when a key was first claimed is the same to the millisecond in each attempt, and for whoever asks: issued"
                    + " keys are made of it")
    void createdForGood() {
        Caller caller = caller();
        Instant created = created(caller.runs().sighting());
        assertThat(created(caller.runs().sighting())).isEqualTo(created);
        assertThat(created(elsewhere(caller).conflicts())).isEqualTo(created);
        lapse();
        created = created(caller.sees());

        Attempt second = elsewhere(caller).runs();

        assertThat(created(second.sighting())).isEqualTo(created);
        assertThat(created(second.reaches(Attempt.DOUBT))).isEqualTo(created);
        assertThat(created(caller.rival().runs().completes())).isEqualTo(created);
        assertThat(created(elsewhere(caller).sees())).isEqualTo(created);
    }

    private static Instant created(Sighting seen) {
        return seen.record().createdAt().truncatedTo(ChronoUnit.MILLIS);
    }

    @Test
    @DisplayName(
            "R3, R4: a key that expired begins a new life, created when it is claimed again, and without a history")
    void createdAnew() {
        Caller caller = caller();
        caller.runs().reaches(Attempt.RELEASE);
        caller.rival().runs().completes();
        elapse(RETENTION.plusMinutes(1));

        Sighting fresh = elsewhere(caller).runs().sighting();

        Sightings.assertNear("creation", fresh.at(), fresh.record().createdAt());
        assertThat(fresh.record().history().lines()).isEmpty();
    }

    @Test
    @DisplayName("R3: an answer tells when it was saved, however long its attempt had run")
    void completed() {
        Attempt attempt =
                caller().leasing(Duration.ofHours(6), Duration.ofHours(6)).runs();
        elapse(Duration.ofHours(5));

        Sighting saved = attempt.completes();

        Answer answer = elsewhere(attempt.caller()).replays();
        Sightings.assertNear("completion", saved.at(), answer.completedAt());
    }

    @Test
    @DisplayName("R3, R11: the history tells when each attempt began, also the first one")
    void began() {
        Caller caller = caller();
        caller.runs();
        lapse();
        Instant created = caller.sees().record().createdAt();

        Sighting second = caller.rival().runs().sighting();

        List<HistoryLine> lines = caller.sees().record().history().lines();
        assertThat(lines).hasSize(2);
        Sightings.assertNear(
                "beginning of the first attempt", created, lines.get(0).at());
        Sightings.assertNear(
                "beginning of the second attempt", second.at(), lines.get(1).at());
    }
}
