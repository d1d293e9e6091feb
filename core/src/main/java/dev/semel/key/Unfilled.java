// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.util.HexFormat;

/** Recognises keys that a program wrote instead of the one it should have had. */
final class Unfilled {

    private static final String UNDEFINED = "undefined";
    private static final long UNDEFINED_BITS = StandardRule.high(UNDEFINED);
    private static final long AT_BIT = StandardRule.high("@");

    private Unfilled() {}

    /**
     * Whether a key contains JavaScript's word for a missing value, is an unfilled template or an object's default text.
     *
     * @param high which characters from 64 on occur in the key, a bit each
     */
    static boolean isUnfilled(String key, long high) {
        return ((high & UNDEFINED_BITS) == UNDEFINED_BITS && key.contains(UNDEFINED))
                || isTemplate(key)
                || ((high & AT_BIT) != 0 && isDefaultText(key));
    }

    /** A name in <code>${…}</code>, <code>{{…}}</code>, <code>#{…}</code>, <code>%{…}</code> or {@code <…>}. */
    private static boolean isTemplate(String key) {
        char last = key.charAt(key.length() - 1);
        if ("${#%<".indexOf(key.charAt(0)) < 0 || (last != '}' && last != '>')) {
            return false;
        }
        return key.chars().allMatch(c -> isLetter(c) || "${}#%<>._-".indexOf(c) >= 0);
    }

    /** What Java's {@link Object#toString()} gives: a dotted name, an at sign and a few hexadecimal digits. */
    private static boolean isDefaultText(String key) {
        int at = key.lastIndexOf('@');
        String name = key.substring(0, at);
        String hash = key.substring(at + 1);
        return name.contains(".")
                && name.chars().allMatch(c -> isLetter(c) || isDigit(c) || "._$[;/".indexOf(c) >= 0)
                && hash.length() >= 4
                && hash.length() <= 8
                && hash.chars().allMatch(c -> HexFormat.isHexDigit(c) && !isUpper(c));
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || isUpper(c);
    }

    private static boolean isUpper(int c) {
        return c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
