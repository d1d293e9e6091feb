// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The beginning of every fingerprint (R26): SHA-256 over method, path, query and media type, each behind its length so that
 * nothing can move from one to the next (T13), and one byte that says how the body follows.
 */
final class RequestDigest {

    /** The body follows byte for byte. */
    static final char RAW = 'r';

    /** The digests of the parts of a multipart body follow. */
    static final char PARTS = 'm';

    /** A canonical JSON text follows. */
    static final char CANONICAL = 'j';

    /** The values that pointers point to follow. */
    static final char POINTERS = 'p';

    private RequestDigest() {}

    static MessageDigest begin(RequestHead head, String mediaType) {
        MessageDigest sha = Digests.sha256();
        add(sha, head.method());
        add(sha, head.path());
        add(sha, head.query());
        add(sha, mediaType);
        return sha;
    }

    private static void add(MessageDigest sha, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        Digests.length(sha, bytes.length);
        sha.update(bytes);
    }
}
