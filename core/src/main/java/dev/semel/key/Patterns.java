// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.util.Arrays;

/**
 * Recognises keys that repeat or count instead of being random.
 *
 * <p>A random UUID has 16 letters, so by chance it comes closest: three quarters of its steps are small about once in
 * 10<sup>12</sup>. The other formats have larger alphabets and are safer still.
 */
final class Patterns {

    private static final int FEWEST_CHARACTERS = 5;
    private static final int LONGEST_PATTERN = 10;

    private Patterns() {}

    /** 0 when a character is the same as the one before it or next to it in ASCII, else 1; without a branch. */
    static int largeStep(int before, int c) {
        int fromBelow = c - before + 1;
        return (fromBelow | (2 - fromBelow)) >>> 31;
    }

    /**
     * Whether a key has hardly any different characters, repeats a short pattern, or mostly counts up or down. Keys that somebody numbers
     * himself come here with each request, so that it makes nothing but one array.
     *
     * @param different how many different characters the key has
     */
    static boolean isPredictable(String key, int different) {
        if (different < FEWEST_CHARACTERS) {
            return true;
        }
        char[] bare = new char[key.length()];
        int length = withoutMarks(key, bare);
        return repeatsShortPattern(bare, length) || mostlyCounts(bare, length);
    }

    /** Leaves out dashes of a UUID, or dots and colons elsewhere, since they do not hide a pattern; how many characters are left. */
    private static int withoutMarks(String key, char[] bare) {
        int length = 0;
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c != '-' && c != '_' && c != '.' && c != ':') {
                bare[length++] = c;
            }
        }
        return length;
    }

    private static boolean repeatsShortPattern(char[] bare, int length) {
        for (int size = 1; size <= LONGEST_PATTERN && 2 * size <= length; size++) {
            if (Arrays.equals(bare, 0, length - size, bare, size, length)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mostlyCounts(char[] bare, int length) {
        int large = 0;
        for (int i = 1; i < length; i++) {
            large += largeStep(bare[i - 1], bare[i]);
        }
        return 4 * large <= length - 1;
    }
}
