// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Random;
import java.util.function.LongSupplier;

/** A random source that gives what a test wants. */
final class RandomSource extends SecureRandom {

    private static final long serialVersionUID = 1L;

    private final transient LongSupplier words;

    private RandomSource(LongSupplier words) {
        this.words = words;
    }

    static RandomSource of(LongSupplier words) {
        return new RandomSource(words);
    }

    static RandomSource seeded(long seed) {
        return of(new Random(seed)::nextLong);
    }

    @Override
    public synchronized void nextBytes(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.remaining() >= Long.BYTES) {
            buffer.putLong(words.getAsLong());
        }
    }
}
