// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Draws a sample before a maker is trusted, and refuses one that repeats itself.
 *
 * <p>The random source is looked at directly as well as the keys: the counter of a UUIDv7 would hide a source that
 * always gives the same.
 */
final class SelfCheck {

    private static final int KEYS = 1_000;
    private static final int DRAWS = 8;
    private static final int WORDS_PER_DRAW = 64;

    private static final String ADVICE =
            " Keys made from it would give one intent another's answer, so it is refused. Look for a replaced"
                    + " SecureRandom: the security providers in java.security, a fixed seed, a test double left in place.";

    private SelfCheck() {}

    static KeyMaker ofKeys(KeyMaker maker) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < KEYS; i++) {
            if (!seen.add(maker.next())) {
                throw new BrokenKeyMakerException("The key maker gave the same key twice among its first " + (i + 1)
                        + ". A maker must give a new key with each call, or one intent gets another's answer: use"
                        + " KeyMaker.uuidV7() or KeyMaker.uuidV4().");
            }
        }
        return maker;
    }

    /** A source that has passed; two are drawn from, because sources with one fixed seed differ only from themselves. */
    static SecureRandom ofSource(Supplier<? extends SecureRandom> sources) {
        SecureRandom source = sources.get();
        ByteBuffer sample = ByteBuffer.allocate(2 * DRAWS * WORDS_PER_DRAW * Long.BYTES);
        draw(source, sample);
        draw(sources.get(), sample);
        long[] words = new long[2 * DRAWS * WORDS_PER_DRAW];
        sample.flip().asLongBuffer().get(words);
        refuseStuckBits(words);
        refuseRepetition(words);
        return source;
    }

    private static void draw(SecureRandom source, ByteBuffer sample) {
        byte[] bytes = new byte[WORDS_PER_DRAW * Long.BYTES];
        for (int i = 0; i < DRAWS; i++) {
            source.nextBytes(bytes);
            sample.put(bytes);
        }
    }

    /** In a good sample of 1,024 words each bit is both 0 and 1, but for one time in 2^1017. */
    private static void refuseStuckBits(long[] words) {
        long everSet = Arrays.stream(words).reduce(0, (a, b) -> a | b);
        long alwaysSet = Arrays.stream(words).reduce(-1, (a, b) -> a & b);
        if (everSet != -1 || alwaysSet != 0) {
            throw new BrokenKeyMakerException(
                    "The random source of the key maker has bits that never change." + ADVICE);
        }
    }

    /** Two of 1,024 random words of 64 bits are the same one time in 2^45. */
    private static void refuseRepetition(long[] words) {
        long distinct = Arrays.stream(words).distinct().count();
        if (distinct < words.length) {
            throw new BrokenKeyMakerException("The random source of the key maker repeats itself: " + words.length
                    + " draws gave " + distinct + " different values." + ADVICE);
        }
    }
}
