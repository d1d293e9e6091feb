// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("Key makers")
class KeyMakerTest {

    private static final Instant START = Instant.parse("2025-01-31T12:00:00Z");

    @Nested
    @DisplayName("UUIDv7")
    class V7 {

        private final SettableClock clock = new SettableClock(START);
        private final KeyMaker maker = maker(clock);

        @Test
        @DisplayName("R25: has the version and the variant of RFC 9562, and passes the strict rules")
        void bits() {
            KeyMaker real = KeyMaker.uuidV7();
            for (int i = 0; i < 1_000; i++) {
                String key = real.next();
                UUID uuid = UUID.fromString(key);
                assertThat(uuid.version()).isEqualTo(7);
                assertThat(uuid.variant()).isEqualTo(2);
                assertThat(uuid).hasToString(key);
                assertThat(KeyRules.STRICT.check(key)).isEmpty();
            }
        }

        @Test
        @DisplayName("R25: each of its 74 free bits is used: none is the same in all keys")
        void noBitIsStuck() {
            long[] ever = new long[2];
            long[] always = {-1, -1};
            for (int i = 0; i < 2_000; i++) {
                clock.move(Duration.ofMillis(1));
                UUID uuid = UUID.fromString(maker.next());
                ever[0] |= uuid.getMostSignificantBits();
                ever[1] |= uuid.getLeastSignificantBits();
                always[0] &= uuid.getMostSignificantBits();
                always[1] &= uuid.getLeastSignificantBits();
            }
            // The highest bit of the counter is the guard: 0 when a millisecond begins.
            assertThat(ever[0] & 0xFFFF).isEqualTo(0x77FF);
            assertThat(always[0] & 0xFFFF).isEqualTo(0x7000);
            assertThat(ever[1]).isEqualTo(0xBFFF_FFFF_FFFF_FFFFL);
            assertThat(always[1]).isEqualTo(0x8000_0000_0000_0000L);
        }

        @Test
        @DisplayName("R25: a million keys made by eight threads are all different, and grow on each thread")
        void millionAcrossThreads() throws Exception {
            KeyMaker real = KeyMaker.uuidV7();
            List<String[]> made = Crowd.of(8, () -> draw(real, 125_000));
            made.forEach(KeyMakerTest::assertGrows);
            String[] all = made.stream().flatMap(Stream::of).sorted().toArray(String[]::new);
            assertThat(all).hasSize(1_000_000);
            assertGrows(all);
        }

        @Test
        @DisplayName("R25: a key is greater than every key given before, also when another thread or maker gave it")
        void growsAcrossThreadsAndMakers() throws Exception {
            List<String> inOrder = new ArrayList<>();
            Crowd.of(4, () -> {
                KeyMaker own = KeyMaker.uuidV7();
                for (int i = 0; i < 20_000; i++) {
                    synchronized (inOrder) {
                        inOrder.add(own.next());
                    }
                }
                return null;
            });
            assertThat(inOrder).hasSize(80_000);
            assertGrows(inOrder.toArray(String[]::new));
        }

        @Test
        @DisplayName("R25: keys go on growing when the clock steps back, and keep the time they had reached")
        void clockStepsBack() {
            String before = maker.next();
            clock.move(Duration.ofDays(-1));
            String[] behind = draw(maker, 1_000);
            clock.move(Duration.ofDays(1).plusMillis(5));
            String after = maker.next();

            assertGrows(Stream.of(new String[] {before}, behind, new String[] {after})
                    .flatMap(Stream::of)
                    .toArray(String[]::new));
            assertThat(behind).allSatisfy(key -> assertThat(KeyBirth.of(key)).contains(START));
            assertThat(KeyBirth.of(after)).contains(START.plusMillis(5));
        }

        @Test
        @DisplayName("R25: a full counter carries into the time, and the clock takes over again when it is ahead")
        void counterCarries() {
            String[] keys = draw(maker, 70_000);
            assertGrows(keys);
            assertThat(KeyBirth.of(keys[0])).contains(START);
            assertThat(KeyBirth.of(keys[69_999])).contains(START.plusMillis(1));

            clock.move(Duration.ofMillis(1));
            assertThat(maker.next()).isGreaterThan(keys[69_999]);
            clock.move(Duration.ofMillis(1));
            assertThat(KeyBirth.of(maker.next())).contains(START.plusMillis(2));
        }

        private static KeyMaker maker(Clock clock) {
            AtomicLong seed = new AtomicLong();
            return new UuidV7Maker(() -> RandomSource.seeded(seed.incrementAndGet()), new MonotonicStamp(), clock);
        }
    }

    @Nested
    @DisplayName("UUIDv4")
    class V4 {

        @Test
        @DisplayName("R25: has the version and the variant of RFC 9562, and passes the strict rules")
        void bits() {
            KeyMaker maker = KeyMaker.uuidV4();
            long everHigh = 0;
            long everLow = 0;
            for (int i = 0; i < 1_000; i++) {
                String key = maker.next();
                UUID uuid = UUID.fromString(key);
                assertThat(uuid.version()).isEqualTo(4);
                assertThat(uuid.variant()).isEqualTo(2);
                assertThat(KeyRules.STRICT.check(key)).isEmpty();
                everHigh |= uuid.getMostSignificantBits();
                everLow |= uuid.getLeastSignificantBits();
            }
            assertThat(everHigh).isEqualTo(0xFFFF_FFFF_FFFF_4FFFL);
            assertThat(everLow).isEqualTo(0xBFFF_FFFF_FFFF_FFFFL);
        }

        @Test
        @DisplayName("R25: keys made by eight threads are all different")
        void distinctAcrossThreads() throws Exception {
            KeyMaker maker = KeyMaker.uuidV4();
            Set<String> distinct = new HashSet<>();
            Crowd.of(8, () -> draw(maker, 10_000)).forEach(keys -> distinct.addAll(Arrays.asList(keys)));
            assertThat(distinct).hasSize(80_000);
        }
    }

    private static String[] draw(KeyMaker maker, int count) {
        String[] keys = new String[count];
        Arrays.setAll(keys, i -> maker.next());
        return keys;
    }

    private static void assertGrows(String[] keys) {
        for (int i = 1; i < keys.length; i++) {
            if (keys[i - 1].compareTo(keys[i]) >= 0) {
                assertThat(keys[i]).as("key %d", i).isGreaterThan(keys[i - 1]);
            }
        }
    }
}
