// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An outcome")
class OutcomeTest {

    @Test
    @DisplayName("R17: that is saved needs an answer, and is refused without one before the ticket counts as ended")
    void needsAnAnswer() {
        assertThatNullPointerException()
                .isThrownBy(() -> Outcome.completed(null))
                .withMessageContaining("answer");
        assertThatNullPointerException().isThrownBy(() -> Outcome.failed(null)).withMessageContaining("answer");
        assertThatNullPointerException()
                .isThrownBy(() -> Reconciliation.happened(null))
                .withMessageContaining("answer");
        assertThatNullPointerException()
                .isThrownBy(() -> Reconciliation.failed(null))
                .withMessageContaining("answer");
    }
}
