// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

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

    /** Whether a key has hardly any different characters, repeats a short pattern, or mostly counts up or down. */
    static boolean isPredictable(String key) {
        if (key.chars().distinct().count() < FEWEST_CHARACTERS) {
            return true;
        }
        String bare = withoutMarks(key);
        return repeatsShortPattern(bare) || mostlyCounts(bare);
    }

    /** The dashes of a UUID, or dots and colons elsewhere, do not hide a pattern. */
    private static String withoutMarks(String key) {
        StringBuilder bare = new StringBuilder(key.length());
        key.chars().filter(c -> "-_.:".indexOf(c) < 0).forEach(c -> bare.append((char) c));
        return bare.toString();
    }

    private static boolean repeatsShortPattern(String bare) {
        for (int size = 1; size <= LONGEST_PATTERN && 2 * size <= bare.length(); size++) {
            if (bare.regionMatches(0, bare, size, bare.length() - size)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mostlyCounts(String bare) {
        int large = 0;
        for (int i = 1; i < bare.length(); i++) {
            large += largeStep(bare.charAt(i - 1), bare.charAt(i));
        }
        return 4 * large <= bare.length() - 1;
    }
}
