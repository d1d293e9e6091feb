// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The words that clients put around a key, or send in place of one.
 *
 * <p>None of them makes a key bad by itself. A key made of nothing else does not tell two intents apart.
 */
final class EverydayWords {

    // No word of the letters a to f only: random hexadecimal has those between its digits.
    // No single letters but the marks of dates (T, Z) and versions (v): a random key may well have one between digits.
    private static final String[] WORDS = """
            t z v id no nr my or of by at on tx ts na to is in it an as
            idempotency idempotent idempotencykey idempotence key keys uuid guid ulid ksuid cuid nanoid urn token nonce
            request req message msg event webhook order payment pay charge checkout cart basket transaction transfer
            refund invoice purchase txn trx user customer client account merchant session
            test testing tests example sample demo dummy default fake mock foo bar baz qux xyz asdf qwerty hello world
            string object promise pending function class symbol array boolean number integer int bigint error
            true false none nil empty blank unknown missing absent invalid optional todo tbd unset
            your the new here goes insert put value random unique generated placeholder changeme some any this for and
            timestamp time date datetime now epoch millis utc gmt retry attempt try num
            null nan undefined""".split("\\s+");

    private static final String[][] BY_LENGTH = byLength(WORDS);

    private static final String[][] NOTHING_IS_THERE = byLength("null", "nan", "undefined");

    private EverydayWords() {}

    private static String[][] byLength(String... words) {
        int longest = Stream.of(words).mapToInt(String::length).max().orElse(0);
        return IntStream.rangeClosed(0, longest)
                .mapToObj(length ->
                        Stream.of(words).filter(w -> w.length() == length).toArray(String[]::new))
                .toArray(String[][]::new);
    }

    /** Whether a part of a key is one of the words, in any case. */
    static boolean contain(String key, int from, int to) {
        return contain(BY_LENGTH, key, from, to);
    }

    /** Whether a part of a key is a programming language's word for a value that is not there. */
    static boolean sayNothingIsThere(String key, int from, int to) {
        return contain(NOTHING_IS_THERE, key, from, to);
    }

    private static boolean contain(String[][] byLength, String key, int from, int to) {
        int length = to - from;
        if (length >= byLength.length) {
            return false;
        }
        for (String word : byLength[length]) {
            if (matches(key, from, word)) {
                return true;
            }
        }
        return false;
    }

    /** The part is letters only, so one bit makes it lower case; most words are ruled out by their first letter. */
    private static boolean matches(String key, int from, String word) {
        for (int i = 0; i < word.length(); i++) {
            if ((key.charAt(from + i) | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
