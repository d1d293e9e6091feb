// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * What a key was first used for: the SHA-256 of the request's meaning. The same key with another fingerprint is a
 * mistake of the client and is refused.
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class Fingerprint {

    /** A fingerprint is as long as a SHA-256: 32 bytes. */
    public static final int LENGTH = 32;

    private final byte[] digest;

    private Fingerprint(byte[] digest) {
        this.digest = digest;
    }

    /** Takes a SHA-256 that was computed elsewhere. */
    public static Fingerprint ofDigest(byte[] sha256) {
        if (sha256.length != LENGTH) {
            throw new InvalidValueException("a fingerprint has " + LENGTH + " bytes, not " + sha256.length
                    + ": pass a SHA-256, or let Fingerprint.of(parts) compute one");
        }
        return new Fingerprint(sha256.clone());
    }

    /**
     * Hashes the parts so that moving a character from one part to the next gives another fingerprint. Refuses text that
     * is not well-formed: its lone surrogates would all hash alike.
     */
    public static Fingerprint of(String... parts) {
        MessageDigest sha = sha256();
        for (String part : parts) {
            add(sha, utf8(part));
        }
        return new Fingerprint(sha.digest());
    }

    /** Hashes the bytes of one payload. */
    public static Fingerprint of(byte[] payload) {
        MessageDigest sha = sha256();
        add(sha, payload);
        return new Fingerprint(sha.digest());
    }

    /** Returns a copy of the 32 bytes. */
    public byte[] toBytes() {
        return digest.clone();
    }

    private static byte[] utf8(String part) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(part));
            byte[] encoded = new byte[bytes.remaining()];
            bytes.get(encoded);
            return encoded;
        } catch (CharacterCodingException e) {
            throw new InvalidValueException(
                    "a part of the fingerprint is not well-formed text; pass its bytes to Fingerprint.of(byte[])", e);
        }
    }

    private static void add(MessageDigest sha, byte[] part) {
        sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
        sha.update(part);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have SHA-256", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint that && Arrays.equals(digest, that.digest);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(digest);
    }

    /** Shows nothing of the digest: a short payload could be guessed from it. */
    @Override
    public String toString() {
        return "Fingerprint[…]";
    }
}
