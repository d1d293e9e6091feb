// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Caller.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spi.Notifying;
import dev.semel.state.Answer;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What somebody who waits for the winner can learn by looking, and that looking changes nothing. */
abstract class WaiterRules extends StoreRules {

    private static final Duration BETWEEN_ENDINGS = Duration.ofMillis(200);

    @Test
    @DisplayName("R28: a key that nobody has claimed is not found, and looking for it creates nothing")
    void absent() {
        Caller caller = caller();

        assertThat(caller.finds()).isEmpty();
        assertThat(elsewhere(caller).finds()).isEmpty();
        assertThat(caller.runs().number()).isEqualTo(1);
    }

    @ParameterizedTest(name = "R28, T1: looking and losing, however often, change nothing in a record {0}")
    @EnumSource
    void lookingChangesNothing(Standing standing) {
        Caller caller = caller();
        standing.arrange(caller, harness());
        elapse(Duration.ofMinutes(4));
        Sighting before = caller.sees();

        for (int i = 0; i < 10; i++) {
            Caller waiter = caller.rival().through(clientOf(i));
            Sightings.assertUnchanged(before, waiter.sees());
            waiter.asking(Caller.OTHER_PAYLOAD).abandons();
        }

        Sightings.assertUnchanged(before, caller.sees());
    }

    @Test
    @DisplayName("R28, T1: a waiter that gives up leaves the living owner's record alone, and the owner completes")
    void givingUp() {
        Attempt owner = caller().runs();
        for (int i = 0; i < 5; i++) {
            Caller waiter = elsewhere(owner.caller());
            waiter.conflicts();
            assertThat(waiter.abandons()).isFalse();
        }

        Sightings.assertUnchanged(owner.sighting(), owner.caller().sees());
        owner.completes();
    }

    @Test
    @DisplayName("R28: a waiter sees how much of the winner's lease remains")
    void leaseLeft() {
        Attempt winner = caller().runs();
        elapse(Duration.ofMinutes(6));
        Sighting seen = elsewhere(winner.caller()).sees();

        assertThat(seen.leaseLive()).isTrue();
        assertThat(seen.standingAnswer()).isEmpty();
        Sightings.assertLeaseLeft(LEASE.minusMinutes(6), seen);
    }

    @ParameterizedTest(name = "R28: a waiter sees the end of the winner: a record {0}")
    @EnumSource
    void theEnd(Standing standing) {
        Caller caller = caller();
        standing.arrange(caller, harness());
        Sighting seen = elsewhere(caller).sees();
        boolean answered = EnumSet.of(Standing.COMPLETED, Standing.FAILED, Standing.RERUNNING)
                .contains(standing);

        assertThat(seen.standingAnswer().isPresent()).isEqualTo(answered);
        assertThat(seen.leaseLive()).isEqualTo(standing == Standing.RUNNING || standing == Standing.RERUNNING);
        assertThat(seen.lapsed()).isEqualTo(standing == Standing.LAPSED);
        assertThat(seen.record().state())
                .isEqualTo(
                        switch (standing) {
                            case RUNNING, LAPSED, RERUNNING -> State.IN_PROGRESS;
                            case DOUBTFUL -> State.IN_DOUBT;
                            case COMPLETED -> State.COMPLETED;
                            case FAILED -> State.FAILED;
                            case RELEASED -> State.RELEASED;
                        });
    }

    @Test
    @DisplayName("R28: an ending is seen by a look of the other client, and a store that notifies tells of it, too")
    void notices() {
        if (!(store() instanceof Notifying notifying)) {
            Attempt winner = caller().through(harness().another()).runs();
            winner.completes();
            assertThat(winner.caller().through(store()).sees().standingAnswer()).isPresent();
            return;
        }
        Set<RecordId> noticed = ConcurrentHashMap.newKeySet();
        try (Notifying.Subscription open = notifying.onEnded(noticed::add)) {
            assertThat(open).isNotNull();
            assertThat(isToldOfAnEnding(noticed))
                    .as("a store that is Notifying tells of endings; one that cannot must not say so")
                    .isTrue();
        }
    }

    /** A single notice may be missing, above all the first ones, while the store still subscribes; not all of them. */
    private boolean isToldOfAnEnding(Set<RecordId> noticed) {
        long end = System.nanoTime()
                + Duration.ofSeconds(Rounds.of("notices.patience")).toNanos();
        Set<RecordId> ended = new HashSet<>();
        boolean told = false;
        while (!told && System.nanoTime() - end < 0) {
            Attempt winner = caller().through(harness().another()).runs();
            winner.completes();
            ended.add(winner.caller().claim().id());
            told = isNoticed(ended, noticed);
        }
        return told;
    }

    /** Of one of them at least: on a busy machine a notice may come when the next attempt has ended already. */
    private static boolean isNoticed(Set<RecordId> ended, Set<RecordId> noticed) {
        long next = System.nanoTime() + BETWEEN_ENDINGS.toNanos();
        while (Collections.disjoint(ended, noticed) && System.nanoTime() - next < 0) {
            Thread.onSpinWait();
        }
        return !Collections.disjoint(ended, noticed);
    }

    @Test
    @DisplayName("R28: every client sees a completion as soon as it is acknowledged")
    void readYourNeighboursWrites() {
        for (int i = 0; i < 50; i++) {
            Attempt winner = caller().through(clientOf(i)).runs();
            assertThat(winner.caller().through(clientOf(i + 1)).sees().leaseLive())
                    .isTrue();
            winner.completes();

            Sighting seen = winner.caller().through(clientOf(i + 1)).sees();

            assertThat(seen.standingAnswer().map(Answer::saved)).contains(Attempt.ANSWER);
            assertThat(winner.caller()
                            .rival()
                            .through(clientOf(i + 1))
                            .replays()
                            .saved())
                    .isEqualTo(Attempt.ANSWER);
        }
    }
}
