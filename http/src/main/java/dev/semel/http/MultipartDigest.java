// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The parts of a multipart body (RFC 2046, section 5.1), whatever its boundary is: clients make a new one for each
 * request, a retry included. Every byte between two delimiters counts, part headers, preamble and epilogue included, so that
 * two bodies have the same fingerprint only if nothing but the boundary differs.
 */
final class MultipartDigest implements BodyDigest {

    private static final int ROOM = 4096;

    private final MessageDigest sha;
    private final MessageDigest part = Digests.sha256();
    private final byte[] delimiter;
    private final int[] shorter;
    private final byte[] pending = new byte[ROOM];
    private int waiting;
    /** How much of the delimiter the last bytes are; at the beginning as if a line had just ended. */
    private int matched = 2;

    /** How much of what is matched never came: the line end before the beginning. */
    private int imagined = 2;

    MultipartDigest(MessageDigest sha, String boundary) {
        this.sha = sha;
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.shorter = shorterMatches(delimiter);
        sha.update((byte) RequestDigest.PARTS);
    }

    @Override
    public void take(byte[] bytes, int from, int length, BodyBuffer soFar) {
        for (int i = from; i < from + length; i++) {
            next(bytes[i]);
        }
    }

    @Override
    public Fingerprint finish(BodyBuffer body) {
        emitMatched(matched);
        endPart();
        return Fingerprint.ofDigest(sha.digest());
    }

    /** Knuth, Morris and Pratt: the bytes that turn out to belong to no delimiter go to the part. */
    private void next(byte c) {
        while (matched > 0 && delimiter[matched] != c) {
            int rest = shorter[matched];
            emitMatched(matched - rest);
            matched = rest;
        }
        if (delimiter[matched] != c) {
            emit(c);
        } else if (++matched == delimiter.length) {
            matched = 0;
            imagined = 0;
            endPart();
        }
    }

    /** The first bytes of the delimiter, which came and are none. */
    private void emitMatched(int count) {
        for (int i = 0; i < count; i++) {
            if (imagined > 0) {
                imagined--;
            } else {
                emit(delimiter[i]);
            }
        }
    }

    private void emit(byte c) {
        if (waiting == ROOM) {
            flush();
        }
        pending[waiting++] = c;
    }

    private void flush() {
        part.update(pending, 0, waiting);
        waiting = 0;
    }

    private void endPart() {
        flush();
        sha.update(part.digest());
    }

    /** For each length of a match, the longest shorter match that ends at the same byte. */
    private static int[] shorterMatches(byte[] pattern) {
        int[] shorter = new int[pattern.length + 1];
        int matched = 0;
        for (int i = 1; i < pattern.length; i++) {
            while (matched > 0 && pattern[matched] != pattern[i]) {
                matched = shorter[matched];
            }
            if (pattern[matched] == pattern[i]) {
                matched++;
            }
            shorter[i + 1] = matched;
        }
        return shorter;
    }
}
