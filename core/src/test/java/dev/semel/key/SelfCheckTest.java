// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The self-check of key makers")
class SelfCheckTest {

    private static final AtomicLong SEED = new AtomicLong();

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenSources")
    @DisplayName("R25: refuses a random source that repeats itself, for UUIDv7 and UUIDv4 alike")
    void brokenSourceIsRefused(String name, Supplier<SecureRandom> sources) {
        assertThatExceptionOfType(BrokenKeyMakerException.class)
                .as(name)
                .isThrownBy(() -> UuidV7Maker.ofProcess(sources))
                .withMessageContaining("random source")
                .withMessageContaining("Look for a replaced SecureRandom");
        assertThatExceptionOfType(BrokenKeyMakerException.class)
                .as(name)
                .isThrownBy(() -> new UuidV4Maker(sources, Clock.systemUTC()));
    }

    static Stream<Arguments> brokenSources() {
        return Stream.of(
                source("all zeros", () -> RandomSource.of(() -> 0)),
                source("one constant", () -> RandomSource.of(() -> 0x5DEECE66DL)),
                source("two values in turn", () -> cycle(2)),
                source("a cycle of 500 words", () -> cycle(500)),
                source("only 32 random bits of 64", () -> lowHalf(SEED.incrementAndGet())),
                source("the same fixed seed each time", () -> RandomSource.seeded(42)));
    }

    @Test
    @DisplayName("R25: accepts a good random source")
    void goodSourceIsAccepted() {
        KeyMaker maker = new UuidV4Maker(() -> RandomSource.seeded(SEED.incrementAndGet()), Clock.systemUTC());
        assertThat(KeyRules.STRICT.check(maker.next())).isEmpty();
    }

    @Test
    @DisplayName("R25: refuses a maker of the application's own that gives a key twice, and does not show the key")
    void repeatingMakerIsRefused() {
        AtomicInteger count = new AtomicInteger();
        assertThatExceptionOfType(BrokenKeyMakerException.class)
                .isThrownBy(() -> KeyMaker.checked(() -> "my-own-key-" + count.incrementAndGet() % 900))
                .withMessageContaining("same key twice among its first 901")
                .withMessageContaining("KeyMaker.uuidV7()")
                .withMessageNotContaining("my-own-key");
    }

    @Test
    @DisplayName("R25: gives a good maker of the application's own back")
    void goodMakerIsGivenBack() {
        RandomKeys keys = new RandomKeys(25);
        KeyMaker own = keys::ksuid;
        assertThat(KeyMaker.checked(own)).isSameAs(own);
    }

    private static SecureRandom cycle(int length) {
        AtomicInteger next = new AtomicInteger();
        return RandomSource.of(() -> new Random(next.getAndIncrement() % length).nextLong());
    }

    private static SecureRandom lowHalf(long seed) {
        Random random = new Random(seed);
        return RandomSource.of(() -> random.nextInt() & 0xFFFF_FFFFL);
    }

    private static Arguments source(String name, Supplier<SecureRandom> sources) {
        return arguments(name, sources);
    }
}
