// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The fingerprint of a request (R26): SHA-256 over method, path, query and media type, each behind its length so that
 * nothing can move from one to the next, and then the body to its end (T13).
 */
final class RequestDigest {

    private final MessageDigest sha = Digests.sha256();

    RequestDigest(RequestHead head, String mediaType) {
        add(head.method());
        add(head.path());
        add(head.query());
        add(mediaType);
    }

    void update(byte[] bytes, int from, int length) {
        sha.update(bytes, from, length);
    }

    Fingerprint finish() {
        return Fingerprint.ofDigest(sha.digest());
    }

    private void add(String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        sha.update((byte) (bytes.length >>> 24));
        sha.update((byte) (bytes.length >>> 16));
        sha.update((byte) (bytes.length >>> 8));
        sha.update((byte) bytes.length);
        sha.update(bytes);
    }
}
