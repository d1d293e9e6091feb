// SPDX-License-Identifier: Apache-2.0
package dev.semel.http.json;

/** The numbers of RFC 8259, section 6. */
final class Numbers {

    private Numbers() {}

    /** How many bytes the number at this place has; 0 where there is none. */
    static int length(byte[] text, int from, int end) {
        int at = from;
        if (at < end && text[at] == '-') {
            at++;
        }
        int whole = digits(text, at, end);
        if (whole == at || (text[at] == '0' && whole > at + 1)) {
            return 0;
        }
        at = whole;
        if (at < end && text[at] == '.') {
            int fraction = digits(text, at + 1, end);
            if (fraction == at + 1) {
                return 0;
            }
            at = fraction;
        }
        return exponent(text, from, at, end);
    }

    private static int exponent(byte[] text, int from, int at, int end) {
        if (at >= end || (text[at] != 'e' && text[at] != 'E')) {
            return at - from;
        }
        int sign = at + 1 < end && (text[at + 1] == '+' || text[at + 1] == '-') ? 1 : 0;
        int to = digits(text, at + 1 + sign, end);
        return to == at + 1 + sign ? 0 : to - from;
    }

    private static int digits(byte[] text, int from, int end) {
        int at = from;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }
}
