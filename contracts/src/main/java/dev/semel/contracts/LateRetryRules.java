// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static dev.semel.contracts.Caller.LEASE;
import static dev.semel.contracts.Caller.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.state.Sighting;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A key that carries its own birth time can be refused when it comes back after its record is gone. */
abstract class LateRetryRules extends StoreRules {

    private static final Duration LIMIT = Duration.ofHours(25);

    @Test
    @DisplayName("R14: a key older than allowed is refused where no record is left, and nothing is written")
    void tooOld() {
        Caller caller = caller().born(storeNow().minus(LIMIT).minusSeconds(3600), LIMIT);

        caller.isTooOld();
        caller.rival().through(harness().another()).onHold().isTooOld();

        assertThat(caller.finds()).isEmpty();
    }

    @Test
    @DisplayName("R14: a key younger than allowed is new, also when its maker's clock is ahead")
    void youngEnough() {
        Instant now = storeNow();
        for (Instant born : new Instant[] {now, now.minus(LIMIT).plusSeconds(3600), now.plusSeconds(86_400)}) {
            assertThat(caller().born(born, LIMIT).runs().number()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R14: even the oldest key is new where its age is not asked for")
    void anyAge() {
        assertThat(caller().born(Instant.EPOCH, Duration.ofDays(50_000)).runs().number())
                .isEqualTo(1);
        caller().born(Instant.EPOCH, LIMIT).isTooOld();
    }

    @ParameterizedTest(name = "R14: an old key is judged only where a record would be created, not against one {0}")
    @EnumSource(mode = Mode.EXCLUDE, names = "RERUNNING")
    void onlyWhereARecordWouldBeCreated(Standing standing) {
        Caller young = caller();
        standing.arrange(young, harness());
        Caller old = elsewhere(young).born(storeNow().minus(LIMIT).minusSeconds(3600), LIMIT);

        switch (standing) {
            case RUNNING -> assertThat(old.conflicts().record().attempt()).isEqualTo(1);
            case COMPLETED, FAILED -> assertThat(old.replays().attempt()).isEqualTo(1);
            default -> assertThat(old.runs().number()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("R14: a claim that is sent again recognises itself however old its key has become")
    void recognised() {
        Caller caller = caller();
        caller.runs();

        Caller old = caller.born(storeNow().minus(LIMIT).minusSeconds(3600), LIMIT);

        assertThat(old.runs().number()).isEqualTo(1);
    }

    @Test
    @DisplayName("R14: once the record has expired a late retry is refused by its age, and without an age it is new")
    void afterExpiry() {
        Caller caller = caller();
        caller.runs().completes();
        elapse(LEASE.plus(RETENTION));

        caller.rival().born(storeNow().minus(LIMIT).minusSeconds(3600), LIMIT).isTooOld();

        assertThat(caller.finds()).isEmpty();
        assertThat(caller.rival().runs().number()).isEqualTo(1);
    }

    /** What the store's clock says, as a claim of another key tells it. */
    private Instant storeNow() {
        Sighting seen = caller().runs().sighting();
        return seen.at();
    }
}
