// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Admission.Conflict;
import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.key.KeyRules;
import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.History;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** R6 as a table: what was seen, and what a caller gets who does not run. */
@DisplayName("R6: a loser")
class LosersTest {

    private static final Instant NOW = Instant.parse("2025-01-01T00:00:00Z");
    private static final Instant KEPT = NOW.plusSeconds(3_600);
    private static final Saved SAVED = Saved.of("text/plain", new byte[] {1, 2, 3});
    private static final Answer ANSWER = new Answer(true, SAVED, 1, 1, NOW);

    private static Operation operation(InDoubt inDoubt) {
        return operation().inDoubt(inDoubt).build();
    }

    private static OperationBuilder operation() {
        return Operation.named("charges.create").keyRules(KeyRules.LENIENT).inDoubt(InDoubt.rerun());
    }

    private static Intent intent(Operation operation) {
        return intent(operation, "100 EUR");
    }

    private static Intent intent(Operation operation, String payload) {
        return new Intent(operation, Tenant.sole(), new IdempotencyKey("key-1"), Fingerprint.of(payload));
    }

    private static Sighting seen(State state, @Nullable Answer answer, Duration leaseLeft) {
        Intent of = intent(operation(InDoubt.rerun()));
        return new Sighting(
                new KeyRecord(
                        of.recordId(),
                        state,
                        of.fingerprint(),
                        3,
                        new ClaimId(1, 1),
                        Reason.FIRST,
                        answer,
                        NOW,
                        NOW.plus(leaseLeft),
                        KEPT,
                        History.NONE),
                NOW);
    }

    private static Admission answer(Sighting seen) {
        return Losers.answer(intent(operation(InDoubt.rerun())), seen);
    }

    private static Admission held(Sighting seen) {
        return Losers.answer(intent(operation(InDoubt.hold())), seen);
    }

    private static Conflict conflict(Conflict.Cause cause, Duration after) {
        return new Conflict(cause, after);
    }

    @Test
    @DisplayName("of a live lease conflicts: for a second, or for what is left of the lease")
    void live() {
        assertThat(answer(seen(State.IN_PROGRESS, null, Duration.ofSeconds(30))))
                .isEqualTo(conflict(Conflict.Cause.IN_PROGRESS, Duration.ofSeconds(1)));
        assertThat(answer(seen(State.IN_PROGRESS, null, Duration.ofMillis(300))))
                .isEqualTo(conflict(Conflict.Cause.IN_PROGRESS, Duration.ofMillis(300)));
    }

    @Test
    @DisplayName("of a saved answer replays it, for as long as it is kept")
    void saved() {
        Admission.Replay replay = new Admission.Replay(ANSWER, Duration.ofHours(1));
        assertThat(answer(seen(State.COMPLETED, ANSWER, Duration.ZERO))).isEqualTo(replay);
        Answer failure = new Answer(false, SAVED, 1, 1, NOW);
        assertThat(answer(seen(State.FAILED, failure, Duration.ZERO)))
                .isEqualTo(new Admission.Replay(failure, Duration.ofHours(1)));
    }

    @Test
    @DisplayName("of a lapsed lease or a doubt comes again, or is held")
    void doubtful() {
        for (Sighting doubtful : new Sighting[] {
            seen(State.IN_PROGRESS, null, Duration.ofSeconds(-1)), seen(State.IN_DOUBT, null, Duration.ZERO)
        }) {
            assertThat(answer(doubtful)).isEqualTo(conflict(Conflict.Cause.IN_DOUBT, Duration.ofSeconds(1)));
            assertThat(held(doubtful)).isEqualTo(new Admission.Held(3));
        }
    }

    @Test
    @DisplayName("of a released key, or of none at all, comes again")
    void free() {
        assertThat(answer(seen(State.RELEASED, null, Duration.ZERO))).isInstanceOf(Conflict.class);
        assertThat(Losers.answer(intent(operation(InDoubt.rerun())), null)).isInstanceOf(Conflict.class);
    }

    @Test
    @DisplayName("with another payload mismatches whatever the state, unless the key was released")
    void mismatch() {
        Intent other = intent(operation(InDoubt.rerun()), "999 EUR");
        for (Sighting seen : new Sighting[] {
            seen(State.IN_PROGRESS, null, Duration.ofSeconds(30)),
            seen(State.IN_PROGRESS, null, Duration.ofSeconds(-1)),
            seen(State.IN_DOUBT, null, Duration.ZERO),
            seen(State.COMPLETED, ANSWER, Duration.ZERO)
        }) {
            assertThat(Losers.answer(other, seen)).isEqualTo(new Admission.Mismatch());
        }
        assertThat(Losers.answer(other, seen(State.RELEASED, null, Duration.ZERO)))
                .isInstanceOf(Conflict.class);
    }

    @Test
    @DisplayName("R20: of an older answer gets it converted; one that cannot be converted is unreadable")
    void converted() {
        Saved newer = Saved.of("text/plain", new byte[] {9});
        Sighting seen = seen(State.COMPLETED, ANSWER, Duration.ZERO);
        Operation converts = operation()
                .version(2, OlderAnswer.convert((from, older) -> newer))
                .build();
        assertThat(Losers.answer(intent(converts), seen))
                .isEqualTo(new Admission.Replay(new Answer(true, newer, 2, 1, NOW), Duration.ofHours(1)));
        Operation cannot = operation()
                .version(2, OlderAnswer.convert((from, older) -> null))
                .build();
        assertThat(Losers.answer(intent(cannot), seen)).isInstanceOf(Admission.Unavailable.class);
    }
}
