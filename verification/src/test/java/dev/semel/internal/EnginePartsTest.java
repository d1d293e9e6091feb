// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.verification.linearizability.Interleavings;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operation answers is not at stake here, but what is left when all are over: each model validates that. */
@DisplayName("Between threads,")
class EnginePartsTest {

    @ParameterizedTest(name = "{0}")
    @ValueSource(classes = {LostSignalModel.class, SeatsModel.class})
    @DisplayName("R10, R29: nothing is lost and nothing happens twice, step by step:")
    void nothingIsLost(Class<?> model) {
        assertThatCode(() -> check(Interleavings.modelChecking(), model)).doesNotThrowAnyException();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(classes = {WaitingRoomModel.class, LeaseKeeperModel.class})
    @DisplayName("R9, R28: nothing is lost and nothing happens twice, however threads meet:")
    void nothingIsLostUnderStress(Class<?> model) {
        assertThatCode(() -> check(Interleavings.stress(), model)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("what is lost is found")
    void lossIsFound() {
        assertFound(RacySignalModel.class, "somebody was told 0 times");
    }

    @Test
    @DisplayName("R9: a ticket that nobody will look at again is found")
    void sleepIsFound() {
        assertFound(SleepyKeeperModel.class, "live, and 0 alarms are set");
    }

    @Test
    @DisplayName("R28: a waiter that missed its wake-up is found")
    void deafnessIsFound() {
        assertFound(DeafRoomModel.class, "wait for an answer that is there");
    }

    private static void assertFound(Class<?> broken, String what) {
        assertThatThrownBy(() -> check(Interleavings.untilFound(), broken))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining(what);
    }

    private static void check(Options<?, ?> options, Class<?> model) {
        options.verifier(EpsilonVerifier.class).check(model);
    }
}
