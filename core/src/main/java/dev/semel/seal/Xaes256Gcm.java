// SPDX-License-Identifier: Apache-2.0
package dev.semel.seal;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * XAES-256-GCM as C2SP specifies it (c2sp.org/XAES-256-GCM): each text has a key of its own, derived from the first half of
 * a nonce of 24 bytes, and is sealed with AES-256-GCM under the other half. Plain AES-GCM has room for 2^32 random nonces under
 * one key, which a busy service uses up; here 2^80 texts are far from a repetition.
 *
 * <p>Immutable and safe for use by several threads: a {@link Cipher} is not, so each call makes its own.
 */
final class Xaes256Gcm {

    static final int KEY = 32;
    static final int NONCE = 24;
    static final int TAG = 16;

    private static final int BLOCK = 16;
    private static final int HALF = NONCE / 2;
    private static final String AES = "AES";

    private final SecretKeySpec key;

    /** The subkey of CMAC: it depends on the key alone. */
    private final byte[] subkey;

    Xaes256Gcm(byte[] secret) {
        this.key = new SecretKeySpec(secret, AES);
        try {
            this.subkey = doubled(blocks(new byte[BLOCK]));
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /** Seals the text into an array that begins with the nonce. */
    byte[] seal(byte[] nonce, byte[] text, byte[] context) {
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, nonce, context);
            byte[] sealed = Arrays.copyOf(nonce, NONCE + text.length + TAG);
            cipher.doFinal(text, 0, text.length, sealed, NONCE);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /**
     * Opens what begins with its nonce.
     *
     * @throws AEADBadTagException if it is not what was sealed with this key in this context
     */
    byte[] open(byte[] sealed, byte[] context) throws AEADBadTagException {
        if (sealed.length < NONCE + TAG) {
            throw new AEADBadTagException("too short to have been sealed");
        }
        try {
            return cipher(Cipher.DECRYPT_MODE, sealed, context).doFinal(sealed, NONCE, sealed.length - NONCE);
        } catch (AEADBadTagException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, byte[] context) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        GCMParameterSpec rest = new GCMParameterSpec(TAG * Byte.SIZE, nonce, HALF, HALF);
        cipher.init(mode, new SecretKeySpec(derived(nonce), AES), rest);
        cipher.updateAAD(context);
        return cipher;
    }

    /** Two blocks of CMAC: a counter, the letter X, and the first half of the nonce. */
    private byte[] derived(byte[] nonce) throws GeneralSecurityException {
        byte[] input = new byte[2 * BLOCK];
        for (int block = 0; block < 2; block++) {
            int at = block * BLOCK;
            input[at + 1] = (byte) (block + 1);
            input[at + 2] = 'X';
            System.arraycopy(nonce, 0, input, at + BLOCK - HALF, HALF);
            for (int i = 0; i < BLOCK; i++) {
                input[at + i] ^= subkey[i];
            }
        }
        return blocks(input);
    }

    /** Each block by itself: every one of them is a message of its own, so that this mode is the right one here. */
    private byte[] blocks(byte[] input) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key);
        return cipher.doFinal(input);
    }

    /** Twice the block in the field of CMAC (NIST SP 800-38B). */
    private static byte[] doubled(byte[] block) {
        byte[] twice = new byte[BLOCK];
        int carry = 0;
        for (int i = BLOCK - 1; i >= 0; i--) {
            twice[i] = (byte) ((block[i] << 1) | carry);
            carry = (block[i] >>> 7) & 1;
        }
        if (carry == 1) {
            twice[BLOCK - 1] ^= (byte) 0x87;
        }
        return twice;
    }

    private static IllegalStateException missing(GeneralSecurityException e) {
        return new IllegalStateException("every Java platform must offer AES-256-GCM, but this one does not", e);
    }
}
