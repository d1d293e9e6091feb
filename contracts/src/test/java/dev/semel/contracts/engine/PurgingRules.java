// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.event.EngineEvent;
import dev.semel.testkit.Call;
import dev.semel.testkit.Fault;
import dev.semel.testkit.Strike;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store that does not forget by itself is purged. */
abstract class PurgingRules extends EngineRules {

    /** The longest that a round can be put off, and a little more. */
    private static final Duration A_ROUND = Duration.ofMinutes(2);

    private static final int MANY = 1_200;

    private void openPurging(Duration every) {
        scene().open(scene().store(), Runnable::run, settings -> settings.purgeEvery(every));
    }

    private void keep(int records) {
        for (int i = 0; i < records; i++) {
            Expect.recorded(scene().run(Scene.intent(Scene.charges(policy -> policy), "key-" + i))
                    .complete(Expect.saved("paid")));
        }
    }

    @Test
    @DisplayName("R5: what has expired is removed, in bounded batches, and nothing else")
    void removesExpired() {
        openPurging(Duration.ofMinutes(1));
        keep(MANY);
        scene().pass(A_ROUND);
        assertThat(scene().memory().size()).isEqualTo(MANY);

        scene().time().clock().advance(Duration.ofHours(25));
        Expect.recorded(scene().run(Scene.intent(Scene.charges(policy -> policy), "young"))
                .complete(Expect.saved("paid")));
        scene().store().resetCounts();
        scene().pass(A_ROUND);

        assertThat(scene().memory().size()).isEqualTo(1);
        assertThat(scene().store().calls(Call.PURGE)).isGreaterThanOrEqualTo(3);
        assertThat(scene().events().all(EngineEvent.Purged.class))
                .extracting(EngineEvent.Purged::records)
                .containsExactly(500, 500, 200);
    }

    private void untilThePurgeBegins() {
        while (scene().store().calls(Call.PURGE) == 0) {
            scene().pass(scene().time().timers().untilNext().orElseThrow());
        }
    }

    @Test
    @DisplayName("R5: a store that takes no time for a batch need not rest for long, and what has expired is gone soon")
    void soon() {
        openPurging(Duration.ofMinutes(1));
        keep(MANY);
        scene().time().clock().advance(Duration.ofHours(25));
        untilThePurgeBegins();
        scene().passMillis(2);

        assertThat(scene().memory().size()).isZero();
    }

    @Test
    @DisplayName(
            "R5: a store that is busy with a batch rests before the next one, nine times as long, but not for ever")
    void rests() {
        openPurging(Duration.ofMinutes(1));
        keep(MANY);
        scene().time().clock().advance(Duration.ofHours(25));
        Strike busy = scene().store().next(Fault.REPLY_DELAYED).on(Call.PURGE);
        untilThePurgeBegins();
        scene().passMillis(5);
        Strike brief = scene().store().next(Fault.REPLY_DELAYED).on(Call.PURGE);
        busy.letGo();
        scene().passMillis(19);
        assertThat(scene().store().calls(Call.PURGE)).isEqualTo(1);
        scene().passMillis(1);
        assertThat(scene().store().calls(Call.PURGE)).isEqualTo(2);

        scene().passMillis(1);
        brief.letGo();
        scene().passMillis(8);
        assertThat(scene().store().calls(Call.PURGE)).isEqualTo(2);
        scene().passMillis(1);
        assertThat(scene().store().calls(Call.PURGE)).isEqualTo(3);
    }

    @Test
    @DisplayName("R5: a purge that fails is told, and tried again in the next round")
    void triesAgain() {
        openPurging(Duration.ofMinutes(1));
        keep(1);
        scene().time().clock().advance(Duration.ofHours(25));
        scene().store().next(Fault.REQUEST_LOST).on(Call.PURGE);
        scene().pass(A_ROUND.multipliedBy(2));

        assertThat(scene().memory().size()).isZero();
        assertThat(scene().events().all(EngineEvent.PurgeFailed.class)).hasSize(1);
    }

    @Test
    @DisplayName("R5: nothing is purged when somebody else does it, nor after the end")
    void canBeOff() {
        openPurging(Duration.ZERO);
        scene().pass(A_ROUND);
        assertThat(scene().store().calls(Call.PURGE)).isZero();

        openPurging(Duration.ofMinutes(1));
        scene().close();
        scene().pass(A_ROUND);
        assertThat(scene().store().calls(Call.PURGE)).isZero();
        assertThat(scene().time().timers().scheduled()).isZero();
    }
}
