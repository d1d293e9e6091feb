// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FingerprintTest {

    @Test
    @DisplayName("R26: the same meaning gives the same fingerprint, another one another")
    void equality() {
        assertThat(Fingerprint.of("POST", "/charges"))
                .isEqualTo(Fingerprint.of("POST", "/charges"))
                .hasSameHashCodeAs(Fingerprint.of("POST", "/charges"));
        assertThat(Fingerprint.of("POST", "/charges")).isNotEqualTo(Fingerprint.of("POST", "/Charges"));
        assertThat(Fingerprint.of("x")).isNotEqualTo("x");
    }

    @Test
    @DisplayName("R26: moving a character from one part to the next, or a part away, gives another fingerprint")
    void parts() {
        assertThat(Fingerprint.of("ab", "c")).isNotEqualTo(Fingerprint.of("a", "bc"));
        assertThat(Fingerprint.of("a")).isNotEqualTo(Fingerprint.of("a", "")).isNotEqualTo(Fingerprint.of("", "a"));
        assertThat(Fingerprint.of(new String[0])).isNotEqualTo(Fingerprint.of(""));
    }

    @Test
    @DisplayName("R26: the hash is SHA-256 over each part's length and bytes, in every version of this library")
    void stable() throws Exception {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        sha.update(new byte[] {0, 0, 0, 4});
        sha.update("POST".getBytes(StandardCharsets.UTF_8));
        sha.update(new byte[] {0, 0, 0, 2});
        sha.update("é".getBytes(StandardCharsets.UTF_8));

        assertThat(Fingerprint.of("POST", "é").toBytes()).isEqualTo(sha.digest());
    }

    @Test
    @DisplayName("bytes that are changed afterwards, outside, change nothing")
    void copies() {
        byte[] digest = Fingerprint.of("x").toBytes();
        Fingerprint kept = Fingerprint.ofDigest(digest);
        digest[0]++;
        kept.toBytes()[1]++;

        assertThat(kept).isEqualTo(Fingerprint.of("x"));
    }

    @Test
    @DisplayName("a digest of another length is refused, with a word on what to pass")
    void wrongLength() {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> Fingerprint.ofDigest(new byte[20]))
                .withMessageContaining("32 bytes, not 20")
                .withMessageContaining("Fingerprint.of(parts)");
    }

    @Test
    @DisplayName("R27: its text shows nothing of the digest: a short payload could be guessed from it")
    void text() {
        Fingerprint fingerprint = Fingerprint.of("1234");

        assertThat(fingerprint.toString())
                .isEqualTo(Fingerprint.of("5678").toString())
                .doesNotContain(HexFormat.of().formatHex(fingerprint.toBytes()).substring(0, 4));
    }
}
