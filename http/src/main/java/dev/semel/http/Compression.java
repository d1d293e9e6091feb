// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Stores bodies smaller where that is worth the time: texts of some length that nobody has compressed yet. */
final class Compression {

    /** Below it a body saves less room than it costs time: 1 KiB takes ten times as long to deflate as to hash. */
    static final int WORTH_IT = 4096;

    /** What deflate can gain at the most; a larger claim is damage. */
    private static final int BEST_RATIO = 1032;

    private Compression() {}

    /** The body deflated; the body itself, the very array, where that does not help. */
    static byte[] pack(byte[] body, Headers headers) {
        if (body.length < WORTH_IT || headers.first("Content-Encoding").isPresent() || !isText(headers)) {
            return body;
        }
        // An eighth less, or it is not worth the time that unpacking takes.
        byte[] room = new byte[body.length - body.length / 8];
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(body);
            deflater.finish();
            int length = deflater.deflate(room);
            return deflater.finished() ? Arrays.copyOf(room, length) : body;
        } finally {
            deflater.end();
        }
    }

    /** The body of exactly this length; null when there is no such body. */
    static byte @Nullable [] unpack(ByteBuffer packed, int length) {
        if (length > (long) packed.remaining() * BEST_RATIO + BEST_RATIO) {
            return null;
        }
        byte[] body = new byte[length];
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(packed);
            int inflated = inflater.inflate(body);
            boolean whole = inflated == length && inflater.inflate(new byte[1]) == 0 && inflater.finished();
            return whole && !packed.hasRemaining() ? body : null;
        } catch (DataFormatException e) {
            return null;
        } finally {
            inflater.end();
        }
    }

    private static boolean isText(Headers headers) {
        String type = MediaType.essence(headers.first("Content-Type").orElse(""));
        return type.startsWith("text/")
                || type.endsWith("json")
                || type.endsWith("xml")
                || type.endsWith("javascript")
                || type.equals("application/x-www-form-urlencoded");
    }
}
