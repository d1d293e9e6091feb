// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;

/** Puts a monotonic stamp and 58 random bits into the layout of a version 7 UUID. */
final class UuidV7Maker implements KeyMaker {

    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    /** One for the process: the promise of order holds between makers, too. */
    private static final MonotonicStamp PROCESS = new MonotonicStamp();

    private final MonotonicStamp stamps;
    private final RandomWords words;
    private final Clock clock;

    UuidV7Maker(Supplier<? extends SecureRandom> sources, MonotonicStamp stamps, Clock clock) {
        this.words = new RandomWords(SelfCheck.ofSource(sources));
        this.stamps = stamps;
        this.clock = clock;
        SelfCheck.ofKeys(this);
    }

    static UuidV7Maker ofProcess(Supplier<? extends SecureRandom> sources) {
        return new UuidV7Maker(sources, PROCESS, Clock.systemUTC());
    }

    @Override
    public String next() {
        long now = clock.millis();
        long stamp = stamps.next(now, words);
        long time = stamp & (-1L << MonotonicStamp.COUNTER_BITS);
        long counterHigh = (stamp >>> 4) & 0xFFF;
        long counterLow = (stamp & 0xF) << 58;
        return new UUID(time | VERSION | counterHigh, VARIANT | counterLow | (words.next(now) >>> 6)).toString();
    }
}
