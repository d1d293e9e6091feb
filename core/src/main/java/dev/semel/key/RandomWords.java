// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Random 64-bit words from a {@link SecureRandom}, drawn in batches so that threads hardly meet at its lock.
 *
 * <p>A {@code SecureRandom} serves one caller at a time. So words are kept in stripes, about one per processor; a
 * thread takes a word from its stripe with one atomic increment, and only the thread that finds a batch used up goes to
 * the source, for up to 512 words. Each word is given once. What remains is the price of the random bytes themselves,
 * about 10 ns each with the JDK's source on Linux. No thread locals: they would cost memory for each virtual thread.
 *
 * <p>A batch is thrown away after a second. A process that is copied while it rests (a snapshot restored many times)
 * would otherwise give the words of its batches in every copy. Batches begin small and double while they are used up
 * in time, so that a rare caller does not pay for words nobody takes.
 */
final class RandomWords {

    private static final int SMALLEST = 16;
    private static final int LARGEST = 512;
    private static final int MOST_STRIPES = 64;
    private static final long LIFETIME_MILLIS = 1_000;

    private final SecureRandom source;
    private final Stripe[] stripes;

    RandomWords(SecureRandom source) {
        this.source = source;
        int wanted = Math.min(MOST_STRIPES, Runtime.getRuntime().availableProcessors());
        this.stripes = new Stripe[Integer.highestOneBit(2 * wanted - 1)];
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe();
        }
    }

    /** A random word. */
    long next(long nowMillis) {
        int stripe = (int) Thread.currentThread().getId() & (stripes.length - 1);
        return stripes[stripe].next(nowMillis);
    }

    private final class Stripe {

        private volatile Batch batch = new Batch(new long[0], 0);

        long next(long now) {
            Batch current = batch;
            int index = current.take(now);
            return index >= 0 ? current.words[index] : refill(current, now);
        }

        private synchronized long refill(Batch used, long now) {
            Batch current = batch;
            int index = current == used ? Batch.NOTHING : current.take(now);
            if (index >= 0) {
                return current.words[index];
            }
            int size = current.isFresh(now) ? Math.min(LARGEST, 2 * current.words.length) : SMALLEST;
            Batch fresh = new Batch(draw(Math.max(SMALLEST, size)), now);
            long word = fresh.words[fresh.take(now)];
            batch = fresh;
            return word;
        }

        private long[] draw(int size) {
            byte[] bytes = new byte[size * Long.BYTES];
            source.nextBytes(bytes);
            long[] words = new long[size];
            ByteBuffer.wrap(bytes).asLongBuffer().get(words);
            return words;
        }
    }

    private static final class Batch {

        static final int NOTHING = -1;

        private final long[] words;
        private final long drawnMillis;
        private final AtomicInteger taken = new AtomicInteger();

        Batch(long[] words, long drawnMillis) {
            this.words = words;
            this.drawnMillis = drawnMillis;
        }

        int take(long now) {
            int index = isFresh(now) ? taken.getAndIncrement() : words.length;
            return index < words.length ? index : NOTHING;
        }

        /** By the wall clock, which a restored process sees jump; a step back counts like one ahead. */
        boolean isFresh(long now) {
            return Math.abs(now - drawnMillis) < LIFETIME_MILLIS;
        }
    }
}
