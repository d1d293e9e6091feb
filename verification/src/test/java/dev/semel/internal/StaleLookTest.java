// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Found by the simulation: a slow look told a later waiter of the record's former life, which had expired meanwhile. */
@DisplayName("A waiter")
class StaleLookTest {

    private final Bench bench = new Bench();
    private final WaitingRoom room = new WaitingRoom(bench.shared, 10, intent -> new CompletableFuture<>());
    private final Sighting old = Bench.completed();
    private final Sighting busy = later(Bench.running());

    @Test
    @DisplayName("R13, R28: does not get what a look saw before its own claim found the key busy")
    void ignoresThePast() {
        CompletableFuture<Admission> waiter =
                room.join(Bench.INTENT, busy, new Caller()).orElseThrow();

        room.ended(old);

        assertThat(waiter).isNotDone();
    }

    @Test
    @DisplayName("R28: gets what a look saw after it")
    void hearsOfThePresent() {
        CompletableFuture<Admission> waiter =
                room.join(Bench.INTENT, busy, new Caller()).orElseThrow();

        room.ended(later(old));

        assertThat(waiter).isCompletedWithValueMatching(answer -> answer instanceof Admission.Replay);
    }

    @Test
    @DisplayName("R28: is not answered from the past at its deadline either")
    void forgetsThePastAtItsDeadline() {
        CompletableFuture<Admission> waiter =
                room.join(Bench.INTENT, busy, new Caller()).orElseThrow();
        room.ended(old);

        room.close();

        assertThat(waiter).isCompletedWithValueMatching(answer -> answer instanceof Admission.Conflict);
    }

    @Test
    @DisplayName("R28: a completion that comes while a look is under way wakes at once")
    void wokenDuringALook() {
        CompletableFuture<Void> slow = new CompletableFuture<>();
        bench.store.looksUntil = slow;
        CompletableFuture<Admission> waiter =
                room.join(Bench.INTENT, busy, new Caller()).orElseThrow();
        assertThat(bench.timers.ringWithin(Duration.ofMillis(2)))
                .as("the first look begins")
                .isTrue();

        room.ended(later(old));

        assertThat(waiter).isCompletedWithValueMatching(answer -> answer instanceof Admission.Replay);
        slow.complete(null);
        assertThat(EngineProbe.waiting(room)).isZero();
    }

    private static Sighting later(Sighting sighting) {
        return new Sighting(sighting.record(), sighting.at().plus(Duration.ofSeconds(1)));
    }
}
