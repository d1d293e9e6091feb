// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.stranger.HalfSealingStore;
import dev.semel.contracts.stranger.PassingStore;
import dev.semel.contracts.stranger.SealingStore;
import dev.semel.contracts.stranger.SharedClaims;
import dev.semel.contracts.stranger.SparingRenewals;
import dev.semel.spi.IdempotencyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine contract rejects the real engine over decorators that somebody broke who had not read the contract. */
@DisplayName("The engine contract, on a stranger's decorators")
class StrangersEnginesTest {

    private static final List<String> CAUGHT = new ArrayList<>();

    private final LogLines quiet = new LogLines();

    @AfterEach
    void end() {
        quiet.close();
    }

    @AfterAll
    static void report() {
        System.out.println(String.join("\n", CAUGHT));
    }

    static Stream<Arguments> strangers() {
        return Stream.of(
                stranger("HalfSealingStore", HalfSealingStore::new),
                stranger("SharedClaims", SharedClaims::new),
                stranger("SparingRenewals", SparingRenewals::new));
    }

    private static Arguments stranger(String name, UnaryOperator<IdempotencyStore> decorator) {
        return Arguments.of(name, decorator);
    }

    @ParameterizedTest(name = "rejects an engine over {0}")
    @MethodSource("strangers")
    void rejects(String name, UnaryOperator<IdempotencyStore> stranger) {
        List<String> sentences = BrokenEnginesTest.rejecting(over(stranger));

        CAUGHT.add(name + ": " + sentences);
        assertThat(sentences)
                .as("sentences of the contract that reject %s", name)
                .isNotEmpty();
    }

    @Test
    @DisplayName("accepts what the decorators are made of, so that each is rejected for its defect alone")
    void acceptsTheRightOne() {
        assertThat(BrokenEnginesTest.rejecting(over(PassingStore::new))).isEmpty();
        assertThat(BrokenEnginesTest.rejecting(over(SealingStore::new))).isEmpty();
    }

    private static EngineMaker over(UnaryOperator<IdempotencyStore> decorator) {
        return (store, timers, executor, settings) -> EngineMaker.REAL.engine(
                PurgeableBetween.like(store, decorator.apply(store)), timers, executor, settings);
    }
}
