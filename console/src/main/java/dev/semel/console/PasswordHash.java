// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import dev.semel.InvalidValueException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password as it may stand in a configuration: PBKDF2 with HMAC-SHA-256, salted. Immutable and safe for use by several
 * threads. Checking costs a few tenths of a second on purpose.
 */
public final class PasswordHash implements Credential {

    /** As OWASP recommends for this function; the text says how many, so that older hashes stay good. */
    private static final int ITERATIONS = 600_000;

    private static final int FEWEST = 10_000;
    private static final int MOST = 10_000_000;
    private static final int SHORTEST = 8;
    private static final int LONGEST = 1_000;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final String NAME = "pbkdf2-sha256";

    private final int iterations;
    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(int iterations, byte[] salt, byte[] hash) {
        this.iterations = iterations;
        this.salt = salt;
        this.hash = hash;
    }

    /** Hashes a password of at least eight characters, with a new salt. */
    public static PasswordHash of(char[] password) {
        return of(password, ITERATIONS);
    }

    static PasswordHash of(char[] password, int iterations) {
        if (password.length < SHORTEST || password.length > LONGEST) {
            throw new InvalidValueException("a password has " + SHORTEST + " to " + LONGEST + " characters");
        }
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return new PasswordHash(iterations, salt, derive(password, salt, iterations));
    }

    /** A hash that no password has. */
    static PasswordHash ofNobody() {
        byte[] random = new byte[SALT_BYTES + HASH_BYTES];
        new SecureRandom().nextBytes(random);
        return new PasswordHash(
                FEWEST, Arrays.copyOf(random, SALT_BYTES), Arrays.copyOfRange(random, SALT_BYTES, random.length));
    }

    /** Reads what {@link #text} wrote. */
    public static PasswordHash parse(String text) {
        String[] parts = text.strip().split(":", -1);
        try {
            if (parts.length == 4 && parts[0].equals(NAME)) {
                int iterations = Integer.parseInt(parts[1]);
                byte[] salt = Base64.getDecoder().decode(parts[2]);
                byte[] hash = Base64.getDecoder().decode(parts[3]);
                if (iterations >= FEWEST
                        && iterations <= MOST
                        && salt.length >= SALT_BYTES
                        && hash.length == HASH_BYTES) {
                    return new PasswordHash(iterations, salt, hash);
                }
            }
        } catch (IllegalArgumentException e) {
            // Falls through to the one answer; the cause could show parts of the hash.
        }
        throw new InvalidValueException("a password is written as its hash; make one with: semel hash-password");
    }

    /** The hash as one word, for a configuration. */
    public String text() {
        Base64.Encoder base64 = Base64.getEncoder();
        return NAME + ":" + iterations + ":" + base64.encodeToString(salt) + ":" + base64.encodeToString(hash);
    }

    boolean matches(char[] password) {
        return matches(password, iterations);
    }

    /** Whether it is the password; takes the work of so many rounds at least, so that the time does not tell whose hash it is. */
    boolean matches(char[] password, int rounds) {
        if (password.length > LONGEST) {
            return false;
        }
        boolean good = MessageDigest.isEqual(hash, derive(password, salt, iterations));
        if (iterations < rounds) {
            byte[] unused = derive(password, salt, rounds - iterations);
        }
        return good;
    }

    int rounds() {
        return iterations;
    }

    private static byte[] derive(char[] password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password, salt, iterations, HASH_BYTES * Byte.SIZE);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform has no PBKDF2 with HMAC-SHA-256", e);
        } finally {
            spec.clearPassword();
        }
    }

    /** Changes when the password does: sessions remember it. */
    @Override
    public byte[] mark() {
        return hash.clone();
    }

    /** Shows nothing of it. */
    @Override
    public String toString() {
        return "PasswordHash[…]";
    }
}
