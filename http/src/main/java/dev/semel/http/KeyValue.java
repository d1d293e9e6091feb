// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

/** Reads the value of a key header: a string of RFC 9651 or the bare characters, which mean the same key (R34). */
final class KeyValue {

    private KeyValue() {}

    static FoundKey parse(String line) {
        String text = line.strip();
        return text.startsWith("\"") ? quoted(text) : bare(text);
    }

    private static FoundKey bare(String text) {
        if (text.indexOf(',') >= 0) {
            return FoundKey.repeated();
        }
        if (text.indexOf('"') >= 0) {
            return FoundKey.malformed(
                    "The Idempotency-Key has a double quote inside; expected is the key in double quotes,"
                            + " or the key alone.");
        }
        return FoundKey.of(text);
    }

    private static FoundKey quoted(String text) {
        int end = text.indexOf('"', 1);
        if (end < 0) {
            return FoundKey.malformed("The Idempotency-Key begins with a double quote and does not end with one.");
        }
        return FoundKey.of(text.substring(1, end));
    }
}
