// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;

/** Puts 122 random bits into the layout of a version 4 UUID. */
final class UuidV4Maker implements KeyMaker {

    private static final long VERSION = 0x4000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final RandomWords words;
    private final Clock clock;

    UuidV4Maker(Supplier<? extends SecureRandom> sources, Clock clock) {
        this.words = new RandomWords(SelfCheck.ofSource(sources));
        this.clock = clock;
        SelfCheck.ofKeys(this);
    }

    @Override
    public String next() {
        long now = clock.millis();
        long high = (words.next(now) & ~0xF000L) | VERSION;
        long low = (words.next(now) >>> 2) | VARIANT;
        return new UUID(high, low).toString();
    }
}
