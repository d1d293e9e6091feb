// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Hashes that every Java platform has. */
final class Digests {

    private Digests() {}

    static byte[] sha256(byte[] bytes) {
        return newSha256().digest(bytes);
    }

    static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform must offer SHA-256, but this one does not", e);
        }
    }
}
