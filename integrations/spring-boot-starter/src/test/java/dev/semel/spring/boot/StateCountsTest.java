// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.spi.Browsable;
import dev.semel.spi.Browsable.Page;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("http")
@DisplayName("A count of records by state")
class StateCountsTest {

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger pages = new AtomicInteger();

    private StateCounts count(Duration ofAPage, Optional<String> next) {
        Browsable store = question -> {
            pages.incrementAndGet();
            now.addAndGet(ofAPage.toNanos());
            return CompletableFuture.completedFuture(new Page(List.of(), next, 1));
        };
        return new StateCounts(store, page -> page.toCompletableFuture().join(), now::get).count();
    }

    @Test
    @DisplayName("R36: ends in time on a store that is slow to look through, and says that it is not complete")
    void slow() {
        assertThat(count(Duration.ofSeconds(1), Optional.of("more")).isComplete())
                .isFalse();
        assertThat(pages).hasValue(5);
    }

    @Test
    @DisplayName("R36: is complete where it saw the end of both walks, for what is open and for what is final")
    void complete() {
        assertThat(count(Duration.ofMillis(1), Optional.empty()).isComplete()).isTrue();
        assertThat(pages).hasValue(2);
    }
}
