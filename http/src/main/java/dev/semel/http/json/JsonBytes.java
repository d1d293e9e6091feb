// SPDX-License-Identifier: Apache-2.0
package dev.semel.http.json;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A canonical JSON text, or a value in it. Not changed by anybody once it is made. */
public final class JsonBytes {

    private final byte[] text;
    private final int from;
    private final int to;

    JsonBytes(byte[] text, int length) {
        this(text, 0, length);
    }

    JsonBytes(byte[] text, int from, int to) {
        this.text = text;
        this.from = from;
        this.to = to;
    }

    public int size() {
        return to - from;
    }

    byte at(int index) {
        return text[from + index];
    }

    /** The value at a place in this one. */
    JsonBytes part(int begin, int end) {
        return new JsonBytes(text, from + begin, from + end);
    }

    /** Puts the text into a digest. */
    public void digest(MessageDigest digest) {
        digest.update(text, from, size());
    }

    /** Whether this is the value null. */
    public boolean isNull() {
        return text[from] == 'n';
    }

    /** Whether this is a string. */
    public boolean isString() {
        return size() > 1 && text[from] == '"';
    }

    /** The characters of a string. */
    public String string() {
        StringBuilder characters = new StringBuilder(size());
        int begin = from + 1;
        for (int at = begin; at < to - 1; at++) {
            if (text[at] == '\\') {
                characters.append(new String(text, begin, at - begin, StandardCharsets.UTF_8));
                int character = Escapes.read(text, at, to);
                characters.appendCodePoint(character);
                at += Escapes.length(text, at, character) - 1;
                begin = at + 1;
            }
        }
        return characters
                .append(new String(text, begin, to - 1 - begin, StandardCharsets.UTF_8))
                .toString();
    }

    /** The text, for tests. */
    @Override
    public String toString() {
        return new String(text, from, size(), StandardCharsets.UTF_8);
    }
}
