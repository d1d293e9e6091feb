// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

/**
 * Reads the value of a key header: a string of RFC 9651, section 3.3.3, or the bare characters, which mean the same key
 * (R34). Parameters behind a string are read and mean nothing, as the RFC has it for those that nobody knows.
 *
 * <p>A bare value is taken as it is, so that what clients send without quotes keeps its meaning; but a comma in it is what
 * a proxy writes between two header lines, and a double quote is a string gone wrong.
 */
final class KeyValue {

    private static final FoundKey UNTERMINATED = FoundKey.malformed(
            "The Idempotency-Key begins with a double quote and does not end with one; expected is the key in double"
                    + " quotes, or the key alone.");
    private static final FoundKey STRAY_QUOTE = FoundKey.malformed(
            "The Idempotency-Key has a double quote inside; expected is the key in double quotes, or the"
                    + " key alone.");
    private static final FoundKey BAD_CHARACTER = FoundKey.malformed(
            "The Idempotency-Key has a control character in it or one beyond ASCII; expected are visible"
                    + " ASCII characters.");
    private static final FoundKey BAD_ESCAPE = FoundKey.malformed(
            "The Idempotency-Key has a backslash that escapes something else than a double quote or a backslash.");
    private static final FoundKey TRAILING = FoundKey.malformed(
            "The Idempotency-Key has something behind its closing double quote; expected is the key in"
                    + " double quotes, and nothing else.");

    private final String text;
    private int at;

    private KeyValue(String text) {
        this.text = text;
    }

    static FoundKey parse(String line) {
        String text = trimmed(line);
        return text.startsWith("\"") ? new KeyValue(text).string() : bare(text);
    }

    private static String trimmed(String line) {
        int from = 0;
        int to = line.length();
        while (from < to && isBlank(line.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(line.charAt(to - 1))) {
            to--;
        }
        return line.substring(from, to);
    }

    private static FoundKey bare(String text) {
        if (text.indexOf('"') >= 0) {
            return text.indexOf(',') >= 0 ? FoundKey.repeated() : STRAY_QUOTE;
        }
        return text.indexOf(',') >= 0 ? FoundKey.repeated() : FoundKey.of(text);
    }

    private FoundKey string() {
        StringBuilder key = new StringBuilder(text.length());
        for (at = 1; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                at++;
                return behind(key.toString());
            }
            if (c < ' ' || c > '~') {
                return BAD_CHARACTER;
            }
            if (c == '\\' && !isEscape(++at)) {
                return at < text.length() ? BAD_ESCAPE : UNTERMINATED;
            }
            key.append(text.charAt(at));
        }
        return UNTERMINATED;
    }

    private boolean isEscape(int index) {
        return index < text.length() && (text.charAt(index) == '"' || text.charAt(index) == '\\');
    }

    /** What may follow a string: parameters, and nothing else. */
    private FoundKey behind(String key) {
        while (is(';')) {
            at++;
            skipBlanks();
            if (!parameter()) {
                return TRAILING;
            }
        }
        skipBlanks();
        if (at == text.length()) {
            return FoundKey.of(key);
        }
        return is(',') ? FoundKey.repeated() : TRAILING;
    }

    /** A parameter's key, and its value where it has one; what the value means is nobody's business. */
    private boolean parameter() {
        int from = at;
        while (at < text.length() && isKeyCharacter(text.charAt(at), at == from)) {
            at++;
        }
        if (at == from) {
            return false;
        }
        if (!is('=')) {
            return true;
        }
        at++;
        return is('"') ? quotedValue() : plainValue();
    }

    private boolean quotedValue() {
        for (at++; at < text.length() && !is('"'); at++) {
            if (is('\\')) {
                at++;
            }
        }
        at++;
        return at <= text.length();
    }

    private boolean plainValue() {
        int from = at;
        while (at < text.length() && ";, \t\"".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at > from;
    }

    private void skipBlanks() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    private boolean is(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private static boolean isKeyCharacter(char c, boolean first) {
        boolean begins = (c >= 'a' && c <= 'z') || c == '*';
        return begins || (!first && ((c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.'));
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
