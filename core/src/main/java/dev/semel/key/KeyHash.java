// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The short keyed hash that stands for a key in logs, metrics, traces and messages, such as {@code #3fa9c15be07d} (R27).
 *
 * <p>It is the beginning of the HMAC-SHA-256 of tenant, operation and key, each as four bytes of length (big-endian) and
 * its UTF-8 bytes, so that no two triples make the same input. Without the secret nobody can try out keys or tenants
 * against a log.
 *
 * <p>Twelve hexadecimal digits, 48 bits: short enough to read out and to select with a double click, and long enough
 * to search by. Among 100 million keys a search hits a wrong one once in three million times; among a million keys any
 * two look alike once in 560 times. It is for people; no program may decide by it.
 *
 * <p>Immutable and safe for use by several threads. A {@link Mac} is not, so each call works on a copy of one that
 * has taken in the secret and is never used itself.
 */
public final class KeyHash {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int SHORTEST_SECRET = 16;
    private static final int SHOWN_BYTES = 6;

    private final SecretKeySpec secret;
    private final boolean shared;

    /** Made for the first hash: many a process never logs a key, and the platform's cryptography takes its time to load. */
    private volatile @Nullable Mac prepared;

    private KeyHash(byte[] secret, boolean shared) {
        this.secret = new SecretKeySpec(secret, ALGORITHM);
        this.shared = shared;
    }

    /**
     * Hashes with a configured secret, so that all processes and restarts show the same hash for the same key.
     *
     * @param secret at least 16 random bytes; copied
     * @throws WeakSecretException if the secret is shorter, or one byte repeated
     */
    public static KeyHash withSecret(byte[] secret) {
        if (secret.length < SHORTEST_SECRET) {
            throw new WeakSecretException("The secret of the key hash has " + secret.length + " bytes; expected are at"
                    + " least " + SHORTEST_SECRET + " random ones, the same for all processes. Make one with:"
                    + " openssl rand -base64 32");
        }
        if (isOneByteRepeated(secret)) {
            throw new WeakSecretException("The secret of the key hash is one byte repeated; expected are at least "
                    + SHORTEST_SECRET + " random bytes. Make some with: openssl rand -base64 32");
        }
        return new KeyHash(secret, true);
    }

    /** Hashes with a random secret of this process: the same key has another hash after a restart and elsewhere. */
    public static KeyHash randomPerProcess() {
        return PerProcess.HASH;
    }

    /** Whether the secret was given, so that hashes can be compared between processes. */
    public boolean shared() {
        return shared;
    }

    /** The hash of a key: {@code #} and twelve hexadecimal digits. */
    public String of(String tenant, String operation, String key) {
        Mac mac = copy();
        update(mac, tenant);
        update(mac, operation);
        update(mac, key);
        return "#" + HexFormat.of().formatHex(mac.doFinal(), 0, SHOWN_BYTES);
    }

    private static void update(Mac mac, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        mac.update(bytes);
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

    /** Shows whether the secret is shared, and nothing of it. */
    @Override
    public String toString() {
        return "KeyHash[shared=" + shared + "]";
    }

    /** Made when first asked for: a process with a configured secret needs no random one. */
    private static final class PerProcess {

        private static final KeyHash HASH = new KeyHash(randomSecret(), false);

        private static byte[] randomSecret() {
            byte[] secret = new byte[32];
            new SecureRandom().nextBytes(secret);
            return secret;
        }
    }
}
