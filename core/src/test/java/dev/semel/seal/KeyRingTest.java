// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.SettingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The keys of encryption at rest")
class KeyRingTest {

    private static final byte[] SECRET = Secrets.bytes(1);
    private static final String TEXT = Base64.getEncoder().encodeToString(SECRET);

    @Test
    @DisplayName("R27: a secret is read as base64 of either alphabet, padded or not, and as hexadecimal digits")
    void spellings() {
        SealingKey key = SealingKey.of("k", SECRET);

        assertThat(List.of(
                        TEXT,
                        " " + TEXT + "\n",
                        TEXT.replace("=", ""),
                        Base64.getUrlEncoder().encodeToString(SECRET),
                        HexFormat.of().formatHex(SECRET),
                        HexFormat.of().withUpperCase().formatHex(SECRET)))
                .allSatisfy(text -> assertThat(SealingKey.of("k", text)).isEqualTo(key));
        assertThat(key).isNotEqualTo(SealingKey.of("other", SECRET)).isNotEqualTo(SealingKey.of("k", Secrets.bytes(2)));
    }

    @Test
    @DisplayName("R27: a secret of another length, of few bytes, of text or of a sequence is refused, and not shown")
    void weak() {
        assertRefused(new byte[31], "has 31 bytes");
        assertRefused(new byte[33], "has 33 bytes");
        assertRefused(new byte[32], "too few different bytes");
        byte[] fewest = Arrays.copyOf(SECRET, 32);
        for (int i = 15; i < 32; i++) {
            fewest[i] = fewest[i - 15];
        }
        assertRefused(fewest, "too few different bytes");
        assertRefused("correct horse battery staple, 42".getBytes(StandardCharsets.US_ASCII), "is text");
        byte[] sequence = new byte[32];
        for (int i = 0; i < 32; i++) {
            sequence[i] = (byte) (3 * i);
        }
        assertRefused(sequence, "is a plain sequence");
    }

    private static void assertRefused(byte[] secret, String why) {
        String text = Base64.getEncoder().encodeToString(secret);
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> SealingKey.of("2026-11", text))
                .withMessageContaining("2026-11")
                .withMessageContaining(why)
                .withMessageContaining("openssl rand -base64 32")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(text.substring(0, 20)));
    }

    @Test
    @DisplayName("R27: what is no secret at all is refused without a character of it")
    void noBase64() {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> SealingKey.of("k", "\u00a7ecret"))
                .withMessageContaining("neither base64 nor 64 hexadecimal digits")
                .withNoCause()
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\u00a7"));
    }

    @ParameterizedTest(name = "R27: a key cannot be called \"{0}\"")
    @ValueSource(strings = {"", " ", "-a", "a b", "a;b", "caf\u00e9", "a\n"})
    void badIds(String id) {
        assertThatExceptionOfType(SettingException.class).isThrownBy(() -> SealingKey.of(id, SECRET));
        assertThatExceptionOfType(SettingException.class).isThrownBy(() -> SealingKey.of("a".repeat(65), SECRET));
    }

    @Test
    @DisplayName("R27: two keys have neither one id nor one secret")
    void repeated() {
        SealingKey key = SealingKey.of("a", SECRET);

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> KeyRing.of(key, SealingKey.of("a", Secrets.bytes(2))))
                .withMessageContaining("two of them are called 'a'");
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> KeyRing.of(key, SealingKey.of("b", SECRET)))
                .withMessageContaining("'a' and 'b' are one secret");
        assertThatExceptionOfType(SettingException.class).isThrownBy(KeyRing::opening);
    }

    @Test
    @DisplayName("R27: a ring that only opens cannot refuse plain answers: it would save what it refuses")
    void strictNeedsACurrentKey() {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> KeyRing.opening(SealingKey.of("a", SECRET)).refusingPlain())
                .withMessageContaining("no current key");
    }

    @Test
    @DisplayName("R27: keys and rings show names and no secrets")
    void shown() {
        SealingKey key = SealingKey.of("2026-11", SECRET);
        SealingKey older = SealingKey.of("2026-05", Secrets.bytes(2));

        assertThat(key).hasToString("SealingKey[2026-11]");
        assertThat(KeyRing.of(key, older).toString())
                .contains("2026-11", "2026-05", "plain ones are replayed")
                .doesNotContain(TEXT);
        assertThat(KeyRing.of(key).refusingPlain().describe())
                .isEqualTo("Saved answers are sealed (XAES-256-GCM) with the key '2026-11'; plain ones are refused.");
        assertThat(KeyRing.opening(older).describe())
                .isEqualTo(
                        "Saved answers are not sealed; what is sealed with 2026-05 is opened; plain ones are replayed.");
    }
}
