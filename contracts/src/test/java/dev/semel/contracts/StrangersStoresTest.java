// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.stranger.EmptyIsOmittedStore;
import dev.semel.contracts.stranger.ForgottenDoubtStore;
import dev.semel.contracts.stranger.JoinedKeyStore;
import dev.semel.contracts.stranger.LastSettlerStore;
import dev.semel.contracts.stranger.LateKeyStore;
import dev.semel.contracts.stranger.LockedSettleStore;
import dev.semel.contracts.stranger.PlainStore;
import dev.semel.contracts.stranger.RenewalsByKeyStore;
import dev.semel.contracts.stranger.ShrinkingRerunStore;
import dev.semel.contracts.stranger.TwoStepSettleStore;
import dev.semel.spi.IdempotencyStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The kit rejects defects that it was not written for: the stores here were broken by somebody who had not read it. */
@DisplayName("The store contract, on a stranger's stores")
class StrangersStoresTest {

    private static final List<String> CAUGHT = new ArrayList<>();

    /** Some lose a race only now and then, and few rounds are run. */
    private static final int TRIES = 100;

    /** The store that the cases below run on: JUnit makes their instances, so they cannot be told. */
    private static Function<InstantSource, PlainStore> subject = PlainStore::new;

    private static String rounds = "";

    @TempDir
    static Path folder;

    @BeforeAll
    static void fewRounds() {
        rounds = System.getProperty(Rounds.PROFILE, "ci");
        System.setProperty(Rounds.PROFILE, "few");
    }

    @AfterAll
    static void report() {
        System.setProperty(Rounds.PROFILE, rounds);
        System.out.println(String.join("\n", CAUGHT));
    }

    static Stream<Arguments> strangers() {
        return Stream.of(
                stranger("EmptyIsOmittedStore", EmptyIsOmittedStore::new),
                stranger("ForgottenDoubtStore", ForgottenDoubtStore::new),
                stranger("JoinedKeyStore", JoinedKeyStore::new),
                stranger("LastSettlerStore", LastSettlerStore::new),
                stranger("LateKeyStore", LateKeyStore::new),
                stranger("LockedSettleStore", LockedSettleStore::new),
                stranger("RenewalsByKeyStore", RenewalsByKeyStore::new),
                stranger("ShrinkingRerunStore", ShrinkingRerunStore::new),
                stranger("TwoStepSettleStore", TwoStepSettleStore::new));
    }

    private static Arguments stranger(String name, Function<InstantSource, PlainStore> maker) {
        return Arguments.of(name, maker);
    }

    @ParameterizedTest(name = "rejects {0}")
    @MethodSource("strangers")
    void rejects(String name, Function<InstantSource, PlainStore> stranger) {
        subject = stranger;

        List<String> sentences = List.of();
        for (int i = 0; i < TRIES && sentences.isEmpty(); i++) {
            sentences = Trial.rejecting("junit-jupiter", ContractCase.class, folder);
        }
        List<String> model = Trial.rejecting("jqwik", ModelCase.class, folder);

        CAUGHT.add(name + (model.isEmpty() ? " (not by the model): " : " (by the model too): ") + sentences);
        assertThat(sentences)
                .as("sentences of the contract that reject %s", name)
                .isNotEmpty();
    }

    @Test
    @DisplayName("accepts what the stranger's stores are made of, so that each is rejected for its defect alone")
    void acceptsTheRightOne() {
        subject = PlainStore::new;

        assertThat(Trial.rejecting("junit-jupiter", ContractCase.class, folder)).isEmpty();
        assertThat(Trial.rejecting("jqwik", ModelCase.class, folder)).isEmpty();
    }

    /** The contract on the subject; by its name no build runs it alone. */
    static final class ContractCase extends SettleableStoreContract {
        @Override
        protected StoreHarness open() {
            return new Harness(subject);
        }
    }

    /** The model on the subject. */
    @AddLifecycleHook(value = BrokenStoresTest.WithoutShrinking.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
    static final class ModelCase extends StoreModelContract {
        @Override
        protected StoreHarness open() {
            return new Harness(subject);
        }
    }

    /** One process, so both clients are the same object. */
    private static final class Harness implements StoreHarness {

        private final RunningClock clock = new RunningClock();
        private final PlainStore store;

        Harness(Function<InstantSource, PlainStore> maker) {
            store = maker.apply(clock);
        }

        @Override
        public IdempotencyStore store() {
            return store;
        }

        @Override
        public IdempotencyStore another() {
            return store;
        }

        @Override
        public void elapse(Duration duration) {
            clock.advance(duration);
        }

        @Override
        public long stored() {
            return store.size();
        }

        @Override
        public void close() {}
    }
}
