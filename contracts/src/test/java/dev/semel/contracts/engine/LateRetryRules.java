// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Admission;
import dev.semel.Intent;
import dev.semel.LateRetry;
import dev.semel.Operation;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Retries that come after their record was forgotten. */
abstract class LateRetryRules extends EngineRules {

    private static final Operation REFUSING =
            Scene.charges(policy -> policy.lateRetry(LateRetry.refuse(Duration.ofMinutes(5))));

    private Intent bornNow(Operation operation) {
        return Scene.intent(operation, uuid7(scene().time().clock().instant()));
    }

    private static String uuid7(Instant born) {
        String millis = String.format("%012x", born.toEpochMilli());
        return millis.substring(0, 8) + "-" + millis.substring(8) + "-7abc-9def-0123456789ab";
    }

    @Test
    @DisplayName("R14: a key older than its retention is refused where no record of it is left, and nothing is written")
    void refused() {
        Intent intent = bornNow(REFUSING);
        scene().pass(Duration.ofHours(24).plusMinutes(5).plusMillis(1));
        Expect.a(Admission.ExpiredKey.class, scene().admit(intent));
        assertThat(scene().find(intent)).isEmpty();
    }

    @Test
    @DisplayName("R14: within the retention and the margin such a key runs")
    void runsWithinMargin() {
        Intent intent = bornNow(REFUSING);
        scene().pass(Duration.ofHours(24).plusMinutes(5));
        assertThat(scene().run(intent).attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName("R14: an old key whose record is still there is replayed")
    void replayedWhileKept() {
        Intent intent = bornNow(REFUSING);
        scene().pass(Duration.ofHours(24));
        Expect.recorded(scene().run(intent).complete(Expect.saved("paid")));
        scene().pass(Duration.ofHours(23));
        assertThat(Expect.replay(scene().admit(intent))).isEqualTo("paid");
    }

    @Test
    @DisplayName("R14: unless the operation refuses it, a late retry is new")
    void newByDefault() {
        Intent intent = bornNow(Scene.charges(policy -> policy));
        scene().pass(Duration.ofDays(365));
        assertThat(scene().run(intent).attempt()).isEqualTo(1);
    }

    @Test
    @DisplayName("R14: a key without a birth time is never refused for its age")
    void keyWithoutBirth() {
        scene().pass(Duration.ofDays(365));
        assertThat(scene().run(Scene.intent(REFUSING)).attempt()).isEqualTo(1);
    }
}
