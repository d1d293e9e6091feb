// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.semel.Idempotency;
import dev.semel.IdempotencyBuilder;
import dev.semel.Operation;
import dev.semel.SettingException;
import dev.semel.key.KeyHash;
import dev.semel.key.KeyRules;
import dev.semel.spi.Guarantees;
import dev.semel.spi.Guarantees.ClockOwner;
import dev.semel.spi.Guarantees.Consistency;
import dev.semel.spi.Guarantees.Durability;
import dev.semel.spi.Guarantees.Reach;
import dev.semel.spi.IdempotencyStore;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What an engine refuses, and what it says aloud, before anything runs. */
abstract class StartRules extends EngineRules {

    private IdempotencyStore promising(Consistency consistency, Reach reach) {
        return new StoreBetween(scene().log()) {
            @Override
            public Guarantees guarantees() {
                return new Guarantees(
                        consistency, ClockOwner.SERVER, reach, Durability.NONE, "What it says of itself.");
            }
        };
    }

    private void start(IdempotencyStore store, UnaryOperator<IdempotencyBuilder> settings) {
        try (Idempotency started = maker().engine(store, scene().time().timers(), Runnable::run, settings)) {
            assertThat(started).isNotNull();
        }
    }

    private static Operation undecided(String name) {
        return Operation.named(name).keyRules(KeyRules.LENIENT).build();
    }

    @Test
    @DisplayName("R30: an eventually consistent store is refused as arbiter, and the sentence says why")
    void eventualIsRefused() {
        IdempotencyStore eventual = promising(Consistency.EVENTUAL, Reach.SHARED);
        SettingException refused = catchThrowableOfType(
                SettingException.class, () -> start(eventual, settings -> settings.developmentMode()));
        assertThat(refused).isNotNull();
        assertThat(refused.setting()).isEqualTo("store");
        assertThat(refused).hasMessageContaining("two callers could both win").hasMessageContaining("of itself");
    }

    @Test
    @DisplayName("R30: a store that only this process sees is warned about loudly")
    void processLocalWarns() {
        start(promising(Consistency.LINEARIZABLE, Reach.PROCESS), settings -> settings);
        assertThat(log().containing("THE STORE IS LOCAL TO THIS PROCESS")).isEqualTo(1);
    }

    @Test
    @DisplayName("R30: in development mode, or over a shared store, there is nothing to warn about")
    void noWarning() {
        start(promising(Consistency.LINEARIZABLE, Reach.PROCESS), settings -> settings.developmentMode());
        KeyHash shared = KeyHash.withSecret("a secret of a service, shared".getBytes(StandardCharsets.UTF_8));
        start(promising(Consistency.LINEARIZABLE, Reach.SHARED), settings -> settings.keyHash(shared));
        assertThat(log().all()).isEmpty();
    }

    @Test
    @DisplayName("R27: hashes of keys that differ from process to process are warned about")
    void randomHashWarns() {
        start(promising(Consistency.LINEARIZABLE, Reach.SHARED), settings -> settings);
        assertThat(log().all()).hasSize(1).allMatch(line -> line.contains("keyHash"));
    }

    @Test
    @DisplayName("R16: an operation for which nobody chose what happens in doubt is named aloud at the start, once")
    void defaultInDoubtAtStart() {
        scene().open(settings -> settings.operations(undecided("a.first"), undecided("a.second")));
        scene().run(Scene.intent(undecided("a.first")));
        assertThat(log().containing("a.first")).isEqualTo(1);
        assertThat(log().containing("a.second")).isEqualTo(1);
        assertThat(log().all()).allMatch(line -> line.contains("RUNS AGAIN"));
    }

    @Test
    @DisplayName("R16: one that comes up later is named at its first use, once")
    void defaultInDoubtAtFirstUse() {
        for (int i = 0; i < 3; i++) {
            scene().admit(Scene.intent(undecided("a.late"), "key-" + i));
        }
        assertThat(log().containing("a.late")).isEqualTo(1);
    }

    @Test
    @DisplayName("R16: where somebody chose, nothing is said")
    void chosenIsSilent() {
        scene().run(Scene.intent());
        assertThat(log().all()).isEmpty();
    }
}
