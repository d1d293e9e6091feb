// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import dev.semel.key.KeyProblem.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@link KeyRules#STANDARD}: one pass over the characters, without allocation, decides for a good key.
 *
 * <p>The pass notes which characters occur (a bit each) and how many are equal or next to the one before. These two
 * tell at once which of the slower readers can have anything to say, and for a random key that is nearly always none.
 */
final class StandardRule {

    static final int LONG_ENOUGH = 32;

    private static final int COMPACT = 21;
    private static final int FEW_CHARACTERS = 10;

    private static final long LOW_COMPACT = low("0123456789-");
    private static final long HIGH_COMPACT = high("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_");

    private StandardRule() {}

    /** The problem of a key of 1 to 255 characters. */
    static @Nullable Kind problem(String key) {
        long low = 0;
        long high = 0;
        int largeSteps = 0;
        int before = 0;
        // No branch but the first, which processors foresee: one that depends on random characters they cannot.
        for (int i = 0; i < key.length(); i++) {
            int c = key.charAt(i);
            if (c < '!' || c > '~') {
                return Wording.problem(key) == Kind.PLACEHOLDER ? Kind.PLACEHOLDER : Kind.NOT_VISIBLE_ASCII;
            }
            // A shift looks at the lowest six bits of its distance: the mask says in which word the bit belongs.
            long bit = 1L << c;
            long isLow = (c - 64L) >> 63;
            low |= bit & isLow;
            high |= bit & ~isLow;
            largeSteps += Patterns.largeStep(before, c);
            before = c;
        }
        return problem(key, low, high, key.length() - largeSteps);
    }

    private static @Nullable Kind problem(String key, long low, long high, int smallSteps) {
        if (Unfilled.isUnfilled(key, high)) {
            return Kind.PLACEHOLDER;
        }
        if (isShort(key, low, high)) {
            Kind kind = Wording.problem(key);
            return kind == null ? Kind.TOO_SHORT : kind;
        }
        int different = Long.bitCount(low) + Long.bitCount(high);
        boolean suspicious = different <= FEW_CHARACTERS || 2 * smallSteps >= key.length();
        if (suspicious && Patterns.isPredictable(key, different)) {
            return UuidText.isNilOrMax(key) ? Kind.NIL_UUID : Kind.PREDICTABLE;
        }
        return Wording.problem(key);
    }

    private static boolean isShort(String key, long low, long high) {
        boolean compact = (low & ~LOW_COMPACT) == 0 && (high & ~HIGH_COMPACT) == 0;
        return key.length() < (compact ? COMPACT : LONG_ENOUGH);
    }

    /** The bits of the characters below 64. */
    static long low(String characters) {
        return characters.chars().filter(c -> c < 64).mapToLong(c -> 1L << c).reduce(0, (a, b) -> a | b);
    }

    /** The bits of the characters from 64 on. */
    static long high(String characters) {
        return characters.chars().filter(c -> c >= 64).mapToLong(c -> 1L << c).reduce(0, (a, b) -> a | b);
    }
}
