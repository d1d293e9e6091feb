// SPDX-License-Identifier: Apache-2.0
package dev.semel.http.json;

import org.jspecify.annotations.Nullable;

/**
 * The canonical form of a JSON text, in one pass over its bytes: no white space, members in the order of RFC 8785, strings
 * with as few escapes as possible. It differs from RFC 8785 in one point on purpose: numbers stay as they are written,
 * because 9007199254740993 and 9007199254740992 are two amounts, and a double would make one of them (R26).
 *
 * <p>The form is never longer than the text, so that one array of its length is all the room it takes. What is no JSON, has
 * a member twice, an escaped half of a surrogate pair, or is nested too deeply has no canonical form.
 */
public final class CanonicalJson {

    /** How deeply values may be nested. */
    public static final int DEEPEST = 128;

    /** So few bytes are copied sooner one by one. */
    private static final int SHORT = 12;

    /** What a string may contain as it is; bytes beyond ASCII are copied as they are. */
    private static final boolean[] PLAIN = new boolean[256];

    static {
        for (int c = ' '; c < PLAIN.length; c++) {
            PLAIN[c] = c != '"' && c != '\\';
        }
    }

    private final byte[] in;
    private final int end;
    private final byte[] out;
    private final MemberList members;
    private int at;
    private int size;

    private CanonicalJson(byte[] in, int length) {
        this.in = in;
        this.end = length;
        this.out = new byte[length];
        this.members = new MemberList(out);
    }

    /**
     * The canonical form of the first bytes of an array; null when there is none.
     *
     * @param text UTF-8
     * @param length how many bytes of it count
     */
    public static @Nullable JsonBytes of(byte[] text, int length) {
        CanonicalJson pass = new CanonicalJson(text, length);
        boolean whole = pass.value(0) && pass.blanksUntil() < 0;
        return whole ? new JsonBytes(pass.out, pass.size) : null;
    }

    /** Skips white space and answers the byte after it, which is not taken; -1 at the end. */
    private int blanksUntil() {
        while (at < end) {
            byte c = in[at];
            if (c > ' ' || (c != ' ' && c != '\n' && c != '\r' && c != '\t')) {
                return c & 0xff;
            }
            at++;
        }
        return -1;
    }

    private boolean value(int depth) {
        return switch (blanksUntil()) {
            case '{' -> depth < DEEPEST && object(depth);
            case '[' -> depth < DEEPEST && array(depth);
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        };
    }

    private boolean object(int depth) {
        int first = members.size();
        int from = size;
        put(in[at++]);
        if (blanksUntil() == '}') {
            put(in[at++]);
            return true;
        }
        while (member(depth)) {
            int c = blanksUntil();
            if (c != ',' && c != '}') {
                return false;
            }
            at++;
            if (c == '}') {
                return members.arrange(first, from + 1, size) && put((byte) '}');
            }
            put((byte) ',');
        }
        return false;
    }

    private boolean member(int depth) {
        int from = size;
        if (blanksUntil() != '"' || !string()) {
            return false;
        }
        int keyEnd = size;
        if (blanksUntil() != ':') {
            return false;
        }
        put(in[at++]);
        if (!value(depth + 1)) {
            return false;
        }
        members.add(from, keyEnd, size);
        return true;
    }

    private boolean array(int depth) {
        put(in[at++]);
        if (blanksUntil() == ']') {
            return put(in[at++]);
        }
        while (value(depth + 1)) {
            int c = blanksUntil();
            if (c != ',' && c != ']') {
                return false;
            }
            put(in[at++]);
            if (c == ']') {
                return true;
            }
        }
        return false;
    }

    private boolean string() {
        put(in[at++]);
        while (true) {
            copy(plainEnd(in, at, end) - at);
            if (at == end || (in[at] != '"' && in[at] != '\\')) {
                return false;
            }
            if (in[at] == '"') {
                return put(in[at++]);
            }
            if (!escape()) {
                return false;
            }
        }
    }

    /** Where the bytes end that are copied as they are. */
    private static int plainEnd(byte[] text, int from, int end) {
        int at = from;
        while (at < end && PLAIN[text[at] & 0xff]) {
            at++;
        }
        return at;
    }

    private boolean escape() {
        int character = Escapes.read(in, at, end);
        if (character < 0) {
            return false;
        }
        at += Escapes.length(in, at, character);
        size = Escapes.write(character, out, size);
        return true;
    }

    private boolean word(String word) {
        if (end - at < word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (in[at + i] != word.charAt(i)) {
                return false;
            }
        }
        return copy(word.length());
    }

    private boolean number() {
        int length = Numbers.length(in, at, end);
        return length > 0 && copy(length);
    }

    private boolean copy(int length) {
        if (length < SHORT) {
            for (int i = 0; i < length; i++) {
                out[size + i] = in[at + i];
            }
        } else {
            System.arraycopy(in, at, out, size, length);
        }
        at += length;
        size += length;
        return true;
    }

    private boolean put(byte c) {
        out[size++] = c;
        return true;
    }
}
