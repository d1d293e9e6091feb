// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import dev.semel.key.KeyProblem.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Reads a key as a person would, as words and numbers with marks between them, and says what is wrong when that is all
 * there is to it.
 *
 * <p>The first run of letters that is no everyday word ends the reading: such a key carries something of its own. In a
 * random key that happens within the first few characters.
 */
final class Wording {

    private Wording() {}

    static @Nullable Kind problem(String key) {
        return isWordsAndNumbers(key) ? judge(key) : null;
    }

    private static boolean isWordsAndNumbers(String key) {
        return !anyWord(key, (text, from, to) -> !EverydayWords.contain(text, from, to));
    }

    private static @Nullable Kind judge(String key) {
        boolean worded = hasWord(key);
        Numbers numbers = Numbers.in(key);
        if (saysNothingIsThere(key) || (worded && numbers.sayNothing())) {
            return Kind.PLACEHOLDER;
        }
        if (numbers.isEmpty() || isRandomWithoutLetters(key, numbers, worded)) {
            return null;
        }
        if (numbers.isDateTime() || numbers.isEpoch(worded)) {
            return Kind.TIMESTAMP;
        }
        if (!worded) {
            return Kind.DIGITS;
        }
        return key.length() < StandardRule.LONG_ENOUGH ? Kind.TOO_SHORT : null;
    }

    /** One in 2.6 million random UUIDs happens to have no letters, and other random bytes in hexadecimal do as well. */
    private static boolean isRandomWithoutLetters(String key, Numbers numbers, boolean worded) {
        return !worded && (UuidText.isVersion4Or7(key) || numbers.mayBeHexadecimal());
    }

    /** Whether there are words besides the marks of a date-time, as in 20250131T120000Z. */
    private static boolean hasWord(String key) {
        return anyWord(key, (text, from, to) -> to - from > 1 || "TZtz".indexOf(text.charAt(from)) < 0);
    }

    private static boolean saysNothingIsThere(String key) {
        return anyWord(key, EverydayWords::sayNothingIsThere);
    }

    /** Whether a run of letters in the key passes a test. */
    private static boolean anyWord(String key, WordTest test) {
        int i = 0;
        while (i < key.length()) {
            int end = endOfWord(key, i);
            if (end > i && test.passes(key, i, end)) {
                return true;
            }
            i = Math.max(end, i + 1);
        }
        return false;
    }

    /** The end of the run of letters that begins at an index: the index itself when there is none. */
    private static int endOfWord(String key, int from) {
        int i = from;
        while (i < key.length() && isLetter(key.charAt(i))) {
            i++;
        }
        return i;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private interface WordTest {
        boolean passes(String key, int from, int to);
    }
}
