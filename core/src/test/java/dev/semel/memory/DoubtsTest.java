// SPDX-License-Identifier: Apache-2.0
package dev.semel.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.Claim;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The list of what waits for a decision in memory")
class DoubtsTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration DAY = Duration.ofDays(1);
    private static final int MILLION = 1_000_000;

    private Instant now = Instant.EPOCH;

    private static RecordId id(int number) {
        return new RecordId(Tenant.sole(), "charges", new IdempotencyKey("key-" + number));
    }

    private static Claim claim(int number, OnDoubt onDoubt) {
        return new Claim(id(number), Fingerprint.of("x"), new ClaimId(1, number), LEASE, LEASE, DAY, onDoubt, 0, null);
    }

    /** A retry that is told to hold. */
    private static Claim again(int number) {
        return new Claim(
                id(number), Fingerprint.of("x"), new ClaimId(2, number), LEASE, LEASE, DAY, OnDoubt.HOLD, 0, null);
    }

    private static void doubted(MemoryStore store, int number) {
        store.claim(claim(number, OnDoubt.TAKE));
        store.finish(new Finish(id(number), 1, new ClaimId(1, number), new Ending.Doubt(), DAY, OnDoubt.TAKE));
    }

    private static Page listed(MemoryStore store) {
        return store.doubts(Question.all(50)).toCompletableFuture().join();
    }

    @Test
    @DisplayName("R36: is read without a look at the million records beside it")
    void amongAMillion() {
        MemoryStore store = MemoryStore.on(() -> now, 2 * MILLION);
        for (int number = 1; number <= MILLION; number++) {
            store.claim(claim(number, OnDoubt.TAKE));
        }
        doubted(store, MILLION + 1);

        Page page = listed(store);

        assertThat(page.found()).hasSize(1);
        assertThat(page.looked()).isEqualTo(1);
        assertThat(page.next()).isEmpty();
    }

    @Test
    @DisplayName(
            "R16, R36: keeps what a retry was told to wait for, also where somebody began to read before its lease ran out")
    void listedMeanwhile() {
        Queue<Runnable> meanwhile = new ArrayDeque<>();
        MemoryStore store = MemoryStore.on(
                () -> {
                    Instant read = now;
                    Optional.ofNullable(meanwhile.poll()).ifPresent(Runnable::run);
                    return read;
                },
                1_000);
        store.claim(claim(1, OnDoubt.TAKE));
        meanwhile.add(() -> {
            now = now.plus(LEASE);
            store.claim(again(1));
        });

        listed(store);

        assertThat(listed(store).found()).hasSize(1);
    }

    @Test
    @DisplayName(
            "R5, R29: is no longer than what it lists: a line goes with its record, whoever removes that and whether anybody looks")
    void bounded() {
        MemoryStore store = MemoryStore.on(() -> now, 1_000);
        for (int number = 1; number <= 100; number++) {
            doubted(store, number);
            store.claim(claim(1_000 + number, OnDoubt.TAKE));
        }
        now = now.plus(LEASE).plusSeconds(1);
        for (int number = 1; number <= 100; number++) {
            store.claim(again(1_000 + number));
        }
        assertThat(store.listed()).isEqualTo(200);

        now = now.plus(DAY).plus(DAY);
        store.purge(1_000);

        assertThat(store.size()).isZero();
        assertThat(store.listed()).isZero();
    }

    @Test
    @DisplayName("R29, R36: has pages that read a bounded number of lines, also where hardly any of them is asked for")
    void pages() {
        MemoryStore store = MemoryStore.on(() -> now, 10_000);
        for (int number = 1; number <= 3 * Doubts.MOST_LOOKED_AT; number++) {
            doubted(store, number);
        }
        Set<Integer> looks = new HashSet<>();
        Question stranger = Question.all(50).of(new Tenant("nobody"));
        Page page = store.doubts(stranger).toCompletableFuture().join();
        while (page.next().isPresent()) {
            looks.add(page.looked());
            assertThat(page.found()).isEmpty();
            page = store.doubts(stranger.after(page.next().get()))
                    .toCompletableFuture()
                    .join();
        }

        assertThat(looks).containsOnly(Doubts.MOST_LOOKED_AT);
    }
}
