// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.security.SecureRandom;
import java.util.HexFormat;

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
 * <p>Immutable and safe for use by several threads.
 */
public final class KeyHash {

    private static final int SHOWN_BYTES = 6;

    private final Hmac hmac;
    private final boolean shared;

    private KeyHash(byte[] secret, boolean shared) {
        this.hmac = Hmac.withSecret(secret, "the key hash");
        this.shared = shared;
    }

    /**
     * Hashes with a configured secret, so that all processes and restarts show the same hash for the same key.
     *
     * @param secret at least 16 random bytes; copied
     * @throws WeakSecretException if the secret is shorter, or one byte repeated
     */
    public static KeyHash withSecret(byte[] secret) {
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
        return "#" + HexFormat.of().formatHex(hmac.of(tenant, operation, key), 0, SHOWN_BYTES);
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
