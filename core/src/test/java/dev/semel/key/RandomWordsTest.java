// SPDX-License-Identifier: Apache-2.0
package dev.semel.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Batches of random words")
class RandomWordsTest {

    private static final long NOW = 1_738_324_800_000L;

    private final AtomicLong drawn = new AtomicLong();
    private final RandomWords words = new RandomWords(RandomSource.of(drawn::getAndIncrement));

    @Test
    @DisplayName("R25: no word of the source is given twice, whatever the number of threads")
    void eachWordOnce() throws Exception {
        List<long[]> given = Crowd.of(
                8,
                () -> LongStream.generate(() -> words.next(NOW)).limit(20_000).toArray());
        assertThat(given.stream().flatMapToLong(LongStream::of).distinct().count())
                .isEqualTo(160_000);
    }

    @Test
    @DisplayName("R25: a process that was copied while it rested does not give the words it had kept")
    void oldBatchIsThrownAway() {
        words.next(NOW);
        long kept = drawn.get();
        assertThat(words.next(NOW + 999)).isLessThan(kept);
        assertThat(words.next(NOW + 1_000)).isGreaterThanOrEqualTo(kept);
    }

    @Test
    @DisplayName("R25: a clock that steps back makes kept words old as well")
    void clockStepsBack() {
        words.next(NOW);
        long kept = drawn.get();
        assertThat(words.next(NOW - 1_000)).isGreaterThanOrEqualTo(kept);
    }

    @Test
    @DisplayName("R25: a rare caller draws few words, a busy one draws many at a time")
    void batchesGrowWithUse() {
        words.next(NOW);
        long first = drawn.get();
        words.next(NOW + 5_000);
        assertThat(drawn.get()).isEqualTo(2 * first);

        LongStream.range(0, 10_000).forEach(i -> words.next(NOW + 5_000));
        long before = drawn.get();
        LongStream.range(0, 512).forEach(i -> words.next(NOW + 5_000));
        assertThat(drawn.get() - before).isEqualTo(512);
    }
}
