// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * HMAC-SHA-256 over parts, each as four bytes of length (big-endian) and its bytes, so that no two lists of parts make the
 * same input.
 *
 * <p>Immutable and safe for use by several threads. A {@link Mac} is not, so each call works on a copy of one that has
 * taken in the secret and is never used itself.
 */
final class Hmac {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int SHORTEST_SECRET = 16;

    private final SecretKeySpec secret;

    /** Made for the first use: many a process never needs one, and the platform's cryptography takes its time to load. */
    private volatile @Nullable Mac prepared;

    private Hmac(byte[] secret) {
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    /**
     * Takes a copy of a secret that was chosen for it.
     *
     * @param whose what the secret is of, for the message
     * @throws WeakSecretException if the secret has fewer than 16 bytes, or is one byte repeated
     */
    static Hmac withSecret(byte[] secret, String whose) {
        if (secret.length < SHORTEST_SECRET) {
            throw new WeakSecretException("The secret of " + whose + " has " + secret.length + " bytes; expected are at"
                    + " least " + SHORTEST_SECRET + " random ones, the same for all processes. Make one with:"
                    + " openssl rand -base64 32");
        }
        if (isOneByteRepeated(secret)) {
            throw new WeakSecretException("The secret of " + whose + " is one byte repeated; expected are at least "
                    + SHORTEST_SECRET + " random bytes. Make some with: openssl rand -base64 32");
        }
        return new Hmac(secret);
    }

    /** The 32 bytes for some texts. */
    byte[] of(String... parts) {
        byte[][] bytes = new byte[parts.length][];
        for (int i = 0; i < parts.length; i++) {
            bytes[i] = parts[i].getBytes(StandardCharsets.UTF_8);
        }
        return of(bytes);
    }

    /** The 32 bytes for some parts. */
    byte[] of(byte[]... parts) {
        Mac mac = copy();
        for (byte[] part : parts) {
            mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length));
            mac.update(part);
        }
        return mac.doFinal();
    }

    private Mac copy() {
        Mac original = prepared;
        if (original == null) {
            // Two threads may both make one, and either will do.
            original = prepare();
            prepared = original;
        }
        try {
            return (Mac) original.clone();
        } catch (CloneNotSupportedException e) {
            // The JDK's own can be copied, at a third of the price of a new one; a security provider's need not.
            return prepare();
        }
    }

    private Mac prepare() {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "Every Java platform must offer " + ALGORITHM + ", but this one does not", e);
        }
    }

    private static boolean isOneByteRepeated(byte[] secret) {
        for (byte b : secret) {
            if (b != secret[0]) {
                return false;
            }
        }
        return true;
    }
}
