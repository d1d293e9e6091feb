// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.AEADBadTagException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("XAES-256-GCM")
class Xaes256GcmTest {

    private static final byte[] NONCE = "ABCDEFGHIJKLMNOPQRSTUVWX".getBytes(US_ASCII);
    private static final byte[] TEXT = "XAES-256-GCM".getBytes(US_ASCII);
    private static final byte[] NOTHING = {};

    /** The vectors of c2sp.org/XAES-256-GCM: one for each way in which CMAC makes its subkey. */
    @Test
    @DisplayName("R27: gives what its specification publishes")
    void vectors() throws Exception {
        assertSealed(1, "", "ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271");
        assertSealed(3, "c2sp.org/XAES-256-GCM", "986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d");
    }

    private static void assertSealed(int keyByte, String context, String expected) throws Exception {
        Xaes256Gcm cipher = new Xaes256Gcm(key(keyByte));
        byte[] about = context.getBytes(US_ASCII);

        byte[] sealed = cipher.seal(NONCE, TEXT, about);

        assertThat(Arrays.copyOf(sealed, NONCE.length)).isEqualTo(NONCE);
        assertThat(HexFormat.of().formatHex(sealed, NONCE.length, sealed.length))
                .isEqualTo(expected);
        assertThat(cipher.open(sealed, about)).isEqualTo(TEXT);
    }

    @Test
    @DisplayName(
            "R27: does not open what has one bit changed, anywhere, nor with another key or context, nor a part of it")
    void everyBit() {
        Xaes256Gcm cipher = new Xaes256Gcm(key(7));
        byte[] sealed = cipher.seal(NONCE, TEXT, TEXT);
        for (int bit = 0; bit < sealed.length * Byte.SIZE; bit++) {
            byte[] changed = sealed.clone();
            changed[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            assertDoesNotOpen(cipher, changed, TEXT);
        }
        for (int length = 0; length < sealed.length; length++) {
            assertDoesNotOpen(cipher, Arrays.copyOf(sealed, length), TEXT);
        }
        assertDoesNotOpen(cipher, sealed, NOTHING);
        assertDoesNotOpen(new Xaes256Gcm(key(8)), sealed, TEXT);
    }

    private static void assertDoesNotOpen(Xaes256Gcm cipher, byte[] sealed, byte[] context) {
        assertThatThrownBy(() -> cipher.open(sealed, context)).isInstanceOf(AEADBadTagException.class);
    }

    private static byte[] key(int value) {
        byte[] key = new byte[Xaes256Gcm.KEY];
        Arrays.fill(key, (byte) value);
        return key;
    }
}
