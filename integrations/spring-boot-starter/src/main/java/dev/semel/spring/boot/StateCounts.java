// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.spi.Browsable;
import dev.semel.state.Answer;
import dev.semel.state.KeyRecord;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Counts records by their state, at a bounded cost: so many open and so many final ones and no more, so many bytes of saved answers,
 * which travel with the final ones, and so much time: somebody waits. What is open is counted first, since somebody may have
 * to act on it.
 */
final class StateCounts {

    static final int MOST_RECORDS = 10_000;
    static final long MOST_BYTES = 16 << 20;
    static final Duration LONGEST = Duration.ofSeconds(5);

    private static final int PAGE = 200;
    private static final List<Set<State>> KINDS =
            List.of(Set.of(State.IN_PROGRESS, State.IN_DOUBT, State.RELEASED), Set.of(State.COMPLETED, State.FAILED));

    private final Map<State, Integer> counts = new EnumMap<>(State.class);
    private final Browsable store;
    private final Function<CompletionStage<Browsable.Page>, Browsable.Page> await;
    private final LongSupplier nanoTime;
    private final long begin;
    private boolean complete = true;
    private long bytes;

    StateCounts(
            Browsable store, Function<CompletionStage<Browsable.Page>, Browsable.Page> await, LongSupplier nanoTime) {
        this.store = store;
        this.await = await;
        this.nanoTime = nanoTime;
        this.begin = nanoTime.getAsLong();
        for (State state : State.values()) {
            counts.put(state, 0);
        }
    }

    StateCounts count() {
        KINDS.forEach(this::count);
        return this;
    }

    /** How many there are in each state. */
    Map<State, Integer> counts() {
        return counts;
    }

    /** Whether these are all; else there are at least so many. */
    boolean isComplete() {
        return complete;
    }

    private void count(KeyRecord record) {
        counts.merge(record.state(), 1, Integer::sum);
        Answer answer = record.answer();
        bytes += answer == null ? 0 : answer.saved().size();
    }

    private void count(Set<State> states) {
        // A record may come twice, and pages may be empty although more follow.
        Set<RecordId> seen = new HashSet<>();
        Optional<String> place = Optional.empty();
        while (!isLong() && seen.size() < MOST_RECORDS && bytes < MOST_BYTES) {
            Browsable.Page page = await.apply(store.browse(new Browsable.Question(states, null, null, place, PAGE)));
            page.found().stream()
                    .map(Sighting::record)
                    .filter(record -> seen.add(record.id()))
                    .forEach(this::count);
            place = page.next();
            if (place.isEmpty()) {
                return;
            }
        }
        complete = false;
    }

    private boolean isLong() {
        return nanoTime.getAsLong() - begin >= LONGEST.toNanos();
    }
}
