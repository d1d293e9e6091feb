// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes a snapshot: a byte of version, a byte of flags, two of status, the headers and the body. Numbers are seven bits to
 * the byte, the lowest first; texts are UTF-8 behind their length; the body goes to the end, behind its real length.
 */
final class SnapshotWriter {

    static final int VERSION = 1;
    static final int COMPRESSED = 1;

    private final byte[] bytes;
    private int at;

    private SnapshotWriter(int size) {
        bytes = new byte[size];
    }

    static byte[] write(HttpAnswer answer) {
        byte[] body = bodyOf(answer);
        byte[] packed = Compression.pack(body, answer.headers());
        byte[][] texts = texts(answer.headers().lines());
        SnapshotWriter out =
                new SnapshotWriter(4 + length(texts.length) + size(texts) + length(body.length) + packed.length);
        out.head(answer.status(), packed == body ? 0 : COMPRESSED);
        out.number(texts.length);
        for (byte[] text : texts) {
            out.number(text.length);
            out.raw(text);
        }
        out.number(body.length);
        out.raw(packed);
        return out.bytes;
    }

    /** These statuses have no content (RFC 9110, 15.3.5, 15.3.6, 15.4.5), whatever a handler wrote. */
    private static byte[] bodyOf(HttpAnswer answer) {
        return switch (answer.status()) {
            case 204, 205, 304 -> new byte[0];
            default -> answer.array();
        };
    }

    /** Names and values by turns. */
    private static byte[][] texts(List<Header> headers) {
        byte[][] texts = new byte[headers.size() * 2][];
        for (int i = 0; i < headers.size(); i++) {
            texts[2 * i] = headers.get(i).name().getBytes(StandardCharsets.UTF_8);
            texts[2 * i + 1] = headers.get(i).value().getBytes(StandardCharsets.UTF_8);
        }
        return texts;
    }

    private static int size(byte[][] texts) {
        int size = 0;
        for (byte[] text : texts) {
            size += length(text.length) + text.length;
        }
        return size;
    }

    /** How many bytes a number takes. */
    private static int length(int number) {
        return Math.max(1, (38 - Integer.numberOfLeadingZeros(number)) / 7);
    }

    private void head(int status, int flags) {
        bytes[0] = VERSION;
        bytes[1] = (byte) flags;
        bytes[2] = (byte) (status >>> 8);
        bytes[3] = (byte) status;
        at = 4;
    }

    private void number(int number) {
        int rest = number;
        while (rest > 0x7f) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
    }

    private void raw(byte[] part) {
        System.arraycopy(part, 0, bytes, at, part.length);
        at += part.length;
    }
}
