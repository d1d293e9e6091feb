// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.RedisProcess;
import dev.semel.spi.Notifying;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.RecordId;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whoever waits in another process")
class NoticesTest {

    private static final int ENDINGS = 21;

    /** Less than whoever only looks now and then would take, and more than a busy machine does. */
    private static final Duration AT_ONCE = Duration.ofMillis(500);

    @Test
    @DisplayName("R28: hears of an ending at once, through one channel for all, until it does not want to any more")
    void hears() {
        Map<RecordId, Long> heard = new ConcurrentHashMap<>();
        try (RedisProcess server = RedisProcess.start();
                Raw raw = new Raw(server.uri());
                RedisStore here = Commands.patient(server.uri());
                RedisStore there = Commands.patient(server.uri())) {
            long[] took = new long[ENDINGS];
            try (Notifying.Subscription open = there.onEnded(id -> heard.put(id, System.nanoTime()))) {
                assertThat(open).isNotNull();
                awaitTelling(here, heard);
                for (int i = 0; i < ENDINGS; i++) {
                    took[i] = ending(here, there, heard);
                }
            }
            java.util.Arrays.sort(took);
            assertThat(Duration.ofNanos(took[ENDINGS / 2])).as("the median").isLessThan(AT_ONCE);
            assertThat(raw.commands().pubsubNumsub("semel:ended".getBytes(java.nio.charset.StandardCharsets.US_ASCII)))
                    .as("subscribers: one for each process")
                    .containsValue(2L);

            RecordId unheard = Commands.freshId();
            Commands.completed(here, unheard, new byte[] {1});
            Commands.now(there.find(unheard));
            assertThat(heard).doesNotContainKey(unheard);
        }
    }

    @Test
    @DisplayName("R28: may be somebody whose listener fails; the others hear all the same")
    void aBrokenListener() {
        AtomicInteger heard = new AtomicInteger();
        try (RedisProcess server = RedisProcess.start();
                RedisStore store = Commands.patient(server.uri())) {
            store.onEnded(id -> {
                throw new IllegalStateException("broken");
            });
            store.onEnded(id -> heard.incrementAndGet());

            Eventually.holds("the other one hears", () -> {
                Commands.completed(store, Commands.freshId(), new byte[] {1});
                return heard.get() > 0;
            });
        }
    }

    @Test
    @DisplayName("R28: and whose connection was dropped by the network without a word, hears again by itself")
    void deaf() throws IOException {
        Set<RecordId> heard = ConcurrentHashMap.newKeySet();
        try (RedisProcess server = RedisProcess.start();
                Wire wire = new Wire(server.port());
                RedisStore here = Commands.patient(server.uri());
                RedisStore there = Commands.opened(
                        RedisStore.at("redis://127.0.0.1:" + wire.port()).callLimit(Duration.ofSeconds(2)))) {
            there.onEnded(heard::add);
            Set<RecordId> before = new HashSet<>();
            Eventually.holds("it hears", () -> isHeard(here, there, heard, before));
            wire.freeze();

            Set<RecordId> after = new HashSet<>();
            Eventually.holds("it hears again", () -> isHeard(here, there, heard, after));
        }
    }

    /** Tells of an ending for which the one waits who should hear it: whoever waits asks again to be told. */
    private static boolean isHeard(RedisStore here, RedisStore there, Set<RecordId> heard, Set<RecordId> told) {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.now(here.claim(claim));
        there.find(claim.id())
                .toCompletableFuture()
                .exceptionally(away -> Optional.empty())
                .join();
        Commands.now(here.finish(Commands.completes(claim, "paid")));
        told.add(claim.id());
        return heard.stream().anyMatch(told::contains);
    }

    /** Endings are told once it is known that somebody waits, and that takes a moment. */
    private static void awaitTelling(RedisStore here, Map<RecordId, Long> heard) {
        Eventually.holds("endings are told", () -> {
            Commands.completed(here, Commands.freshId(), new byte[] {1});
            return !heard.isEmpty();
        });
    }

    private static long ending(RedisStore here, RedisStore there, Map<RecordId, Long> heard) {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.now(here.claim(claim));
        assertThat(Commands.now(there.claim(Commands.claim(claim.id())))).isInstanceOf(ClaimAnswer.InProgress.class);
        Commands.now(here.finish(Commands.completes(claim, "paid")));
        long ended = System.nanoTime();
        Eventually.holds("the ending is heard", () -> heard.containsKey(claim.id()));
        return heard.get(claim.id()) - ended;
    }
}
