// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

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
        Digests.parts(
                sha,
                Digests.bytes(head.method()),
                Digests.bytes(head.path()),
                Digests.bytes(head.query()),
                Digests.bytes(mediaType));
        return sha;
    }
}
