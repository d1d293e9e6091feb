// SPDX-License-Identifier: Apache-2.0
package dev.semel.http.json;

/** The escapes of JSON strings: read in whatever form, written in the one form of RFC 8785, section 3.2.2.2. */
final class Escapes {

    private static final String SHORT = "\"\\/bfnrt";
    private static final String MEANT = "\"\\/\b\f\n\r\t";
    private static final int UNICODE = 6;

    private Escapes() {}

    /** The character that the escape at this place stands for; -1 where there is none, or only half of one. */
    static int read(byte[] text, int at, int end) {
        if (at + 1 >= end) {
            return -1;
        }
        if (text[at + 1] != 'u') {
            int index = text[at + 1] < 0 ? -1 : SHORT.indexOf(text[at + 1]);
            return index < 0 ? -1 : MEANT.charAt(index);
        }
        int unit = unit(text, at, end);
        if (unit < 0 || !Character.isSurrogate((char) unit)) {
            return unit;
        }
        int low = unit(text, at + UNICODE, end);
        boolean pair = Character.isHighSurrogate((char) unit) && low >= 0 && Character.isLowSurrogate((char) low);
        return pair ? Character.toCodePoint((char) unit, (char) low) : -1;
    }

    /** How many bytes the escape at this place has, which stands for this character. */
    static int length(byte[] text, int at, int character) {
        if (text[at + 1] != 'u') {
            return 2;
        }
        return Character.isSupplementaryCodePoint(character) ? 2 * UNICODE : UNICODE;
    }

    /** Writes a character, escaped only where it must be, and answers where it ends; never longer than it was read. */
    static int write(int character, byte[] out, int at) {
        int index = character == '/' ? -1 : MEANT.indexOf(character);
        if (index >= 0) {
            out[at] = '\\';
            out[at + 1] = (byte) SHORT.charAt(index);
            return at + 2;
        }
        return character < ' ' ? control(character, out, at) : utf8(character, out, at);
    }

    private static int control(int character, byte[] out, int at) {
        out[at] = '\\';
        out[at + 1] = 'u';
        out[at + 2] = '0';
        out[at + 3] = '0';
        out[at + 4] = (byte) Character.forDigit(character >> 4, 16);
        out[at + 5] = (byte) Character.forDigit(character & 0xf, 16);
        return at + UNICODE;
    }

    private static int utf8(int c, byte[] out, int at) {
        if (c < 0x80) {
            out[at] = (byte) c;
            return at + 1;
        }
        if (c < 0x800) {
            out[at] = (byte) (0xc0 | c >> 6);
            return tail(c, 1, out, at);
        }
        if (c < 0x10000) {
            out[at] = (byte) (0xe0 | c >> 12);
            return tail(c, 2, out, at);
        }
        out[at] = (byte) (0xf0 | c >> 18);
        return tail(c, 3, out, at);
    }

    private static int tail(int c, int bytes, byte[] out, int at) {
        for (int i = 1; i <= bytes; i++) {
            out[at + i] = (byte) (0x80 | ((c >> (6 * (bytes - i))) & 0x3f));
        }
        return at + bytes + 1;
    }

    private static int unit(byte[] text, int at, int end) {
        if (at + UNICODE > end || text[at] != '\\' || text[at + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = 2; i < UNICODE; i++) {
            int digit = text[at + i] < 0 ? -1 : Character.digit(text[at + i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }
}
