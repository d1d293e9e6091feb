// SPDX-License-Identifier: Apache-2.0
package dev.semel.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What the in-memory store counts for those who look for a rare state")
class ShelvesTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Saved ANSWER = Saved.of("text/plain", new byte[] {1});
    private static final List<Ending> ENDINGS = List.of(
            new Ending.Save(true, ANSWER, 0),
            new Ending.Save(false, ANSWER, 0),
            new Ending.Release(false),
            new Ending.Doubt());

    private Instant now = Instant.EPOCH;
    private long claims;

    private static RecordId id(int number) {
        return new RecordId(Tenant.sole(), "charges", new IdempotencyKey("key-" + number));
    }

    /** The attempt that was granted, if one was. */
    private Optional<Finish> claimed(MemoryStore store, int number, Ending ending) {
        Claim claim = new Claim(
                id(number), Fingerprint.of("x"), new ClaimId(1, ++claims), LEASE, LEASE, HOUR, OnDoubt.TAKE, 0, null);
        return store.claim(claim).toCompletableFuture().join() instanceof ClaimAnswer.Granted granted
                ? Optional.of(new Finish(
                        claim.id(), granted.sighting().record().attempt(), claim.claimId(), ending, HOUR, OnDoubt.TAKE))
                : Optional.empty();
    }

    private static Map<State, Long> seen(MemoryStore store, Question question) {
        Map<State, Long> seen = new TreeMap<>();
        Optional<String> place = Optional.empty();
        do {
            Page page = store.browse(place.map(question::after).orElse(question))
                    .toCompletableFuture()
                    .join();
            page.found().stream()
                    .collect(Collectors.groupingBy(sighting -> sighting.record().state(), Collectors.counting()))
                    .forEach((state, count) -> seen.merge(state, count, Long::sum));
            place = page.next();
        } while (place.isPresent());
        return seen;
    }

    @Test
    @DisplayName("R36: whoever asks for a single state sees as many as whoever looks at all, whatever became of them")
    void anyState() {
        Random random = new Random(7);
        MemoryStore store = MemoryStore.on(() -> now, 10_000);
        for (int round = 0; round < 20_000; round++) {
            Ending ending = ENDINGS.get(random.nextInt(ENDINGS.size()));
            Optional<Finish> finish = claimed(store, random.nextInt(2_000), ending);
            if (random.nextInt(10) > 0) {
                finish.ifPresent(store::finish);
            }
            now = now.plusSeconds(random.nextInt(5));
            if (round % 100 == 0) {
                store.purge(50);
            }
        }
        Map<State, Long> all = seen(store, Question.all(100));

        assertThat(all).hasSize(State.values().length);
        for (State state : State.values()) {
            assertThat(seen(store, Question.all(100).in(state))).containsOnly(Map.entry(state, all.get(state)));
        }

        now = now.plus(HOUR).plus(HOUR);
        while (store.size() > 0) {
            store.purge(1_000);
        }
        for (State state : State.values()) {
            assertThat(store.browse(Question.all(1).in(state))
                            .toCompletableFuture()
                            .join())
                    .as("nothing is left to look at")
                    .isEqualTo(new Page(List.of(), Optional.empty(), 0));
        }
    }

    @Test
    @DisplayName("R36: finds one in doubt among a hundred thousand completed by a look at those beside it")
    void rare() {
        MemoryStore store = MemoryStore.on(() -> now, 100_000);
        for (int number = 1; number < 100_000; number++) {
            claimed(store, number, ENDINGS.get(0)).ifPresent(store::finish);
        }
        claimed(store, 100_000, new Ending.Doubt()).ifPresent(store::finish);

        Page page = store.browse(Question.all(50).in(State.IN_DOUBT, State.IN_PROGRESS))
                .toCompletableFuture()
                .join();

        assertThat(page.found()).hasSize(1);
        assertThat(page.next()).isEmpty();
        assertThat(page.looked()).isLessThan(500);
    }

    @Test
    @DisplayName("R36: a record that goes from one state to another, and both are asked for, is never overlooked")
    void onTheMove() {
        Census census = new Census(1);
        AtomicBoolean isOver = new AtomicBoolean();
        census.came(0, State.IN_PROGRESS);
        CompletableFuture<Void> moving = CompletableFuture.runAsync(() -> {
            while (!isOver.get()) {
                census.moved(0, State.IN_PROGRESS, State.IN_DOUBT);
                census.moved(0, State.IN_DOUBT, State.IN_PROGRESS);
            }
        });
        int[] either = Census.columnsOf(EnumSet.of(State.IN_PROGRESS, State.IN_DOUBT));
        int overlooked = 0;
        for (int look = 0; look < 5_000_000; look++) {
            overlooked += census.hasAny(0, either) ? 0 : 1;
        }
        isOver.set(true);
        moving.join();

        assertThat(overlooked).isZero();
    }
}
