// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R29: the memory for whole answers")
class AnswerMemoryTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    /** Above what is not counted. */
    private static final long UNIT = 2 * AnswerMemory.SMALL;

    private static final Duration SHORT = Duration.ofMillis(1);

    private final AnswerMemory memory = new AnswerMemory(100 * UNIT);

    private CompletableFuture<Boolean> wanted(Duration time, long bytes) {
        return memory.takeWithin(time, memory.charge(bytes * UNIT)).toCompletableFuture();
    }

    @Test
    @DisplayName("is taken and given back, and no more than there is")
    void bounded() {
        assertThat(memory.take(60 * UNIT)).isTrue();
        assertThat(memory.take(41 * UNIT)).isFalse();
        assertThat(memory.take(40 * UNIT)).isTrue();
        memory.giveBack(60 * UNIT);
        assertThat(memory.left()).isEqualTo(60 * UNIT);
    }

    @Test
    @DisplayName("lets an answer wait for its turn, the first who came before those who need less")
    void inTurn() {
        memory.take(90 * UNIT);
        CompletableFuture<Boolean> large = wanted(LONG, 50);
        CompletableFuture<Boolean> small = wanted(LONG, 5);

        assertThat(memory.take(5 * UNIT)).as("overtaking").isFalse();
        memory.giveBack(30 * UNIT);
        assertThat(large).isNotDone();
        assertThat(small).isNotDone();
        memory.giveBack(60 * UNIT);
        assertThat(large).isCompletedWithValue(true);
        assertThat(small).isCompletedWithValue(true);
        assertThat(memory.left()).isEqualTo(45 * UNIT);
    }

    @Test
    @DisplayName("is given to those behind one who has waited long enough")
    void patience() {
        memory.take(90 * UNIT);
        CompletableFuture<Boolean> large = wanted(SHORT, 50);
        CompletableFuture<Boolean> small = wanted(LONG, 5);

        assertThat(large.join()).isFalse();
        assertThat(small.join()).isTrue();
        memory.giveBack(95 * UNIT);
        assertThat(memory.left()).isEqualTo(100 * UNIT);
        assertThat(memory.take(100 * UNIT)).isTrue();
    }

    @Test
    @DisplayName("is passed on from one to the next however many wait, and not on one stack")
    void longQueue() {
        int many = 5_000;
        memory.take(100 * UNIT);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            all.add(wanted(LONG, 100).thenAccept(taken -> memory.giveBack(taken ? 100 * UNIT : 0)));
        }
        memory.giveBack(100 * UNIT);

        assertThat(all).allMatch(one -> one.isDone() && !one.isCompletedExceptionally());
        assertThat(memory.left()).isEqualTo(100 * UNIT);
    }

    @Test
    @DisplayName("does not count what is small, whoever waits")
    void small() {
        memory.take(100 * UNIT);
        CompletableFuture<Boolean> large = wanted(LONG, 50);

        assertThat(memory.take(memory.charge(AnswerMemory.SMALL))).isTrue();
        assertThat(large).isNotDone();
        assertThat(memory.charge(AnswerMemory.SMALL + 1)).isEqualTo(AnswerMemory.SMALL + 1);
    }

    @Test
    @DisplayName("has room for one answer at a time that is larger than all of it")
    void largerThanAll() {
        CompletableFuture<Boolean> first = wanted(LONG, 1_000);
        CompletableFuture<Boolean> second = wanted(LONG, 1_000);

        assertThat(first).isCompletedWithValue(true);
        assertThat(second).isNotDone();
        memory.giveBack(memory.charge(1_000 * UNIT));
        assertThat(second).isCompletedWithValue(true);
    }

    @Test
    @DisplayName("is whole again after many have taken, waited, given up and given back at once")
    void contended() throws Exception {
        AtomicLong inUse = new AtomicLong();
        AtomicLong most = new AtomicLong();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(threads.submit(() -> {
                    for (int turn = 0; turn < 5_000; turn++) {
                        long charge = 1L + turn % 70;
                        if (wanted(turn % 3 == 0 ? Duration.ofNanos(1) : LONG, charge)
                                .join()) {
                            most.accumulateAndGet(inUse.addAndGet(charge), Math::max);
                            inUse.addAndGet(-charge);
                            memory.giveBack(charge * UNIT);
                        }
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get(1, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(memory.left()).isEqualTo(100 * UNIT);
        assertThat(most).hasValueLessThanOrEqualTo(100);
    }
}
