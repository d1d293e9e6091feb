// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Caller.LEASE;
import static dev.semel.contracts.Caller.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spi.Purgeable;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What has expired is removed, and nothing else. A store without a purge must forget by itself: then the same sentences
 * are asked of what it keeps.
 */
abstract class PurgeRules extends StoreRules {

    @Test
    @DisplayName("R5: whatever has expired is removed, in any state")
    void removesEveryState() {
        long before = Forgetting.emptied(harness());
        List<Caller> callers = inEveryState(List.of(this::caller));
        assertThat(harness().stored()).isEqualTo(before + callers.size());

        elapse(LEASE.plus(RETENTION).plus(LEASE).plusMinutes(2));
        Forgetting.downTo(before, harness());

        for (Caller caller : callers) {
            assertThat(caller.finds()).isEmpty();
            assertThat(caller.rival().runs().number()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R5, T26: what has not expired is not removed, in any state: running, lapsed, in doubt or ended")
    void keepsEveryState() {
        long before = Forgetting.emptied(harness());
        List<Caller> callers = inEveryState(List.of(this::caller, () -> caller().onHold()));
        List<Sighting> seen = callers.stream().map(Caller::sees).toList();

        Forgetting.downTo(before + callers.size(), harness());

        for (int i = 0; i < callers.size(); i++) {
            Sightings.assertUnchanged(seen.get(i), callers.get(i).sees());
        }
    }

    @Test
    @DisplayName("R5, T26: a long attempt that renews itself is never removed, and completes")
    void keepsALongAttempt() {
        Attempt attempt = caller().keeping(Duration.ofHours(1)).runs();
        for (int beat = 0; beat < 12; beat++) {
            elapse(LEASE.minusMinutes(1));
            attempt.renews();
            Forgetting.forgetAll(harness());
        }

        attempt.completes();
        assertThat(attempt.caller().rival().replays().saved()).isEqualTo(Attempt.ANSWER);
    }

    @Test
    @DisplayName("R5: a purge removes no more than it may, and says how much; without one, expiry needs no call")
    void bounded() {
        long before = Forgetting.emptied(harness());
        for (int i = 0; i < 25; i++) {
            caller().runs().completes();
        }
        elapse(RETENTION.plusMinutes(1));
        Caller living = caller();
        living.runs();

        if (store() instanceof Purgeable purgeable) {
            assertThat(Await.answer(purgeable.purge(10))).isEqualTo(10);
            assertThat(harness().stored()).isEqualTo(before + 16);
            assertThat(Await.answer(purgeable.purge(10))).isEqualTo(10);
            assertThat(Await.answer(purgeable.purge(10))).isEqualTo(5);
            assertThat(Await.answer(purgeable.purge(10))).isZero();
        }
        Forgetting.downTo(before + 1, harness());
        living.rival().conflicts();
    }

    /** Keys in every state, each of them for both kinds of caller; the lapsed ones come first, as time passes for all. */
    private List<Caller> inEveryState(List<Supplier<Caller>> kinds) {
        List<Caller> callers = new ArrayList<>();
        kinds.forEach(kind -> callers.add(kind.get()));
        callers.forEach(Caller::runs);
        lapse();
        for (Standing standing : EnumSet.complementOf(EnumSet.of(Standing.LAPSED))) {
            for (Supplier<Caller> kind : kinds) {
                Caller caller = kind.get();
                standing.arrange(caller, harness());
                callers.add(caller);
            }
        }
        return callers;
    }
}
