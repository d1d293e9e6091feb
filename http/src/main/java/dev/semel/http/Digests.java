// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Message digests that every Java platform has. */
final class Digests {

    private static final MessageDigest SHA_256 = named("SHA-256");

    private Digests() {}

    /** A new SHA-256. A copy of one that is never used costs a third of looking a new one up. */
    static MessageDigest sha256() {
        try {
            return (MessageDigest) SHA_256.clone();
        } catch (CloneNotSupportedException e) {
            return named("SHA-256");
        }
    }

    static MessageDigest sha512() {
        return named("SHA-512");
    }

    /** Four bytes, the highest first. */
    static void length(MessageDigest digest, int length) {
        digest.update((byte) (length >>> 24));
        digest.update((byte) (length >>> 16));
        digest.update((byte) (length >>> 8));
        digest.update((byte) length);
    }

    /** Each part behind its length, so that no two lists of parts look the same. Put together first: a digest takes one byte as slowly as many. */
    static void parts(MessageDigest digest, byte[]... parts) {
        int size = 0;
        for (byte[] part : parts) {
            size += Integer.BYTES + part.length;
        }
        ByteBuffer together = ByteBuffer.allocate(size);
        for (byte[] part : parts) {
            together.putInt(part.length).put(part);
        }
        digest.update(together.array());
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static MessageDigest named(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must have " + algorithm, e);
        }
    }
}
