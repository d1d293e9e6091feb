// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * A token for programs: long and random, so that one round of SHA-256 is enough to keep it. Immutable and safe for use by
 * several threads.
 */
public final class TokenHash implements Credential {

    private static final int SHORTEST = 32;

    private final byte[] hash;

    private TokenHash(byte[] hash) {
        this.hash = hash;
    }

    /** Hashes a token of at least 32 visible ASCII characters. */
    public static TokenHash of(String token) {
        if (token.length() < SHORTEST || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new InvalidValueException("a token has at least " + SHORTEST
                    + " visible ASCII characters; make one with: openssl rand -base64 32");
        }
        return new TokenHash(Digests.sha256(token.getBytes(StandardCharsets.UTF_8)));
    }

    boolean matches(String token) {
        return MessageDigest.isEqual(hash, Digests.sha256(token.getBytes(StandardCharsets.UTF_8)));
    }

    /** Changes when the token does: sessions remember it. */
    @Override
    public byte[] mark() {
        return hash.clone();
    }

    /** Shows nothing of it. */
    @Override
    public String toString() {
        return "TokenHash[…]";
    }
}
