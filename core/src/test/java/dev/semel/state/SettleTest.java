// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Codec;
import dev.semel.IdempotencyKey;
import dev.semel.InvalidValueException;
import dev.semel.Tenant;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A settlement")
class SettleTest {

    private static Settle settling(String who, String why) {
        return new Settle(
                new RecordId(Tenant.sole(), "charges.create", new IdempotencyKey("key-1")),
                1,
                new ClaimId(1, 1),
                new ClaimId(2, 2),
                new Settle.Verdict.DidNotHappen(),
                who,
                why,
                Duration.ofHours(1));
    }

    @ParameterizedTest(name = "R3: has words that every store keeps word for word, not number {index} of the others")
    @ValueSource(strings = {"", " ", "a\0b", "a\ud800b", "\udc00", "\ude00\ud83d"})
    void badWords(String words) {
        assertThatThrownBy(() -> settling("ops", words)).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> settling(words, "asked the bank")).isInstanceOf(InvalidValueException.class);
    }

    @Test
    @DisplayName("R3: may say so in any language, on several lines")
    void goodWords() {
        String words = "la banque l'a confirm\u00e9 \ud83d\ude00\n\u5df2\u786e\u8ba4";
        assertThat(settling("ops", words).why()).isEqualTo(words);
    }

    @Test
    @DisplayName("R20: saves no answer of a version that no record could have, nor does an ending")
    void version() {
        assertThatThrownBy(() -> new Settle.Verdict.Happened(true, Codec.UTF_8.save("paid"), -1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("version");
        assertThatThrownBy(() -> new Ending.Save(true, Codec.UTF_8.save("paid"), -1))
                .isInstanceOf(InvalidValueException.class);
    }
}
