// SPDX-License-Identifier: Apache-2.0
package dev.semel.http.json;

/**
 * The order of names in RFC 8785, section 3.2.3: by UTF-16 code units, read off canonical UTF-8. It is the order of the
 * bytes, with two exceptions: what is escaped counts as what it stands for, and characters beyond the basic plane, whose code
 * units are surrogates, come before those from U+E000 on.
 */
final class KeyOrder {

    private static final int PRIVATE_USE = 0xee;
    private static final int BEYOND_BASIC = 0xf0;

    private KeyOrder() {}

    /** Compares two names, each from its opening quote to behind its closing one. */
    static int compare(byte[] text, int one, int oneEnd, int other, int otherEnd) {
        int at = 1;
        int length = Math.min(oneEnd - one, otherEnd - other) - 1;
        boolean escaped = false;
        while (at < length && text[one + at] == text[other + at]) {
            escaped |= text[one + at] == '\\';
            at++;
        }
        int a = unit(text, one, at, oneEnd, escaped);
        int b = unit(text, other, at, otherEnd, escaped);
        if (a == b) {
            return 0;
        }
        boolean swapped = a >= PRIVATE_USE && b >= PRIVATE_USE && (a < BEYOND_BASIC) != (b < BEYOND_BASIC);
        return swapped ? b - a : a - b;
    }

    /**
     * What stands at the first difference: -1 at the end of the name. A difference behind a backslash is one between two
     * escapes, since a backslash never stands alone; one that begins with a backslash is between an escape and a character.
     */
    private static int unit(byte[] text, int from, int at, int end, boolean escaped) {
        int place = from + at;
        if (place >= end - 1) {
            return -1;
        }
        if (!escaped && text[place] != '\\') {
            return text[place] & 0xff;
        }
        int start = escapeAround(text, from, place);
        return start < 0 ? text[place] & 0xff : Escapes.read(text, start, end);
    }

    /** Where the escape begins that this place is part of; -1 when it is part of none. */
    private static int escapeAround(byte[] text, int from, int place) {
        int at = from + 1;
        while (at <= place) {
            if (text[at] != '\\') {
                at++;
            } else {
                int length = text[at + 1] == 'u' ? 6 : 2;
                if (place < at + length) {
                    return at;
                }
                at += length;
            }
        }
        return -1;
    }
}
