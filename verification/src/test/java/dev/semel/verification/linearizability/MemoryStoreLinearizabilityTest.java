// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.linearizability;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The in-memory store")
class MemoryStoreLinearizabilityTest {

    @Test
    @DisplayName("R1: is linearizable: two threads see what one after the other could have seen")
    void isLinearizable() {
        assertThatCode(() -> Interleavings.modelChecking()
                        .sequentialSpecification(SequentialStoreModel.class)
                        .check(MemoryStoreModel.class))
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("would be found out if it looked first and wrote second")
    void racesAreFound() {
        assertThatThrownBy(() -> Interleavings.untilFound()
                        .sequentialSpecification(SequentialStoreModel.class)
                        .check(RacyStoreModel.class))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
