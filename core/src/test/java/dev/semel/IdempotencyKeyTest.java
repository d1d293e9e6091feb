// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.key.InvalidKeyException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {

    @Test
    @DisplayName("R24: 1 to 255 visible ASCII characters, each of them")
    void good() {
        StringBuilder everyVisible = new StringBuilder();
        for (char c = '!'; c <= '~'; c++) {
            everyVisible.append(c);
        }
        assertThat(new IdempotencyKey(everyVisible.toString()).value()).hasSize(94);
        assertThat(new IdempotencyKey("x").value()).isEqualTo("x");
        assertThat(new IdempotencyKey("x".repeat(255)).value()).hasSize(255);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sec ret",
                " secret",
                "secret ",
                "secret\n",
                "secret\u0000",
                "secreté",
                "secret\ud800",
                "secret\u007f"
            })
    @DisplayName("R24, R27: anything else is refused with a sentence that helps and does not show the key")
    void invisible(String value) {
        assertThatExceptionOfType(InvalidKeyException.class)
                .isThrownBy(() -> new IdempotencyKey(value))
                .withMessageContaining("visible ASCII")
                .withMessageContaining("UUID")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret", "sec ret"));
    }

    @Test
    @DisplayName("R24: no key, and a key that is too long, are refused each for its own reason")
    void length() {
        assertThatExceptionOfType(InvalidKeyException.class)
                .isThrownBy(() -> new IdempotencyKey(""))
                .withMessageContaining("empty");
        assertThatExceptionOfType(InvalidKeyException.class)
                .isThrownBy(() -> new IdempotencyKey("secret".repeat(50)))
                .withMessageContaining("300 characters")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @Test
    @DisplayName("R23: keys are compared exactly")
    void equality() {
        assertThat(new IdempotencyKey("abc"))
                .isEqualTo(new IdempotencyKey("abc"))
                .hasSameHashCodeAs(new IdempotencyKey("abc"));
        assertThat(new IdempotencyKey("abc")).isNotEqualTo(new IdempotencyKey("Abc"));
    }

    @Test
    @DisplayName("R27: its text does not show the key")
    void text() {
        assertThat(new IdempotencyKey("secret").toString()).isEqualTo("IdempotencyKey[…]");
    }
}
