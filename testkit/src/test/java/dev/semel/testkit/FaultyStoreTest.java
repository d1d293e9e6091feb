// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.memory.MemoryStore;
import dev.semel.spi.BlockingStore;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Purgeable;
import dev.semel.spi.Settleable;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("A faulty store")
class FaultyStoreTest {

    private final RecordId id =
            new RecordId(Tenant.sole(), "charges.create", new IdempotencyKey("key-0123456789abcdef0123456789"));
    private final MemoryStore inside = MemoryStore.create();
    private final FaultyStore faulty = FaultyStore.around(inside);

    @Test
    @DisplayName("is like the store inside until a fault is asked for")
    void transparent() {
        assertThat(claim(1).join()).isInstanceOf(ClaimAnswer.Granted.class);
        assertThat(claim(2).join()).isInstanceOf(ClaimAnswer.InProgress.class);
        assertThat(faulty.guarantees()).isEqualTo(inside.guarantees());
        assertThat(faulty.toString()).startsWith("FaultyStore[");
        assertThat(Set.of(faulty)).contains(faulty).doesNotContain(FaultyStore.around(inside));
    }

    @Test
    @DisplayName("has the capabilities of the store inside, and no other")
    void capabilities() {
        IdempotencyStore plain = BlockingStore.adapt(unused(BlockingStore.class), Runnable::run);

        assertThat(faulty).isInstanceOf(Purgeable.class).isInstanceOf(Settleable.class);
        assertThat(FaultyStore.around(plain)).isNotInstanceOfAny(Purgeable.class, Settleable.class);
        assertThat(((Purgeable) faulty).purge(10).toCompletableFuture().join()).isZero();
        assertThat(faulty.calls(Call.PURGE)).isEqualTo(1);
    }

    @Test
    @DisplayName("R2: counts round trips, each kind apart, a fault's duplicates not among them")
    void counts() {
        faulty.next(Fault.TWICE_FIRST_ANSWER).onClaim();
        claim(1).join();
        faulty.find(id);
        faulty.find(id);

        assertThat(faulty.calls(Call.CLAIM)).isEqualTo(1);
        assertThat(faulty.calls(Call.FIND)).isEqualTo(2);
        assertThat(faulty.roundTrips()).isEqualTo(3);
        faulty.resetCounts();
        assertThat(faulty.roundTrips()).isZero();
    }

    @Nested
    @DisplayName("with a script")
    class Scripted {

        @Test
        @DisplayName("loses a request: the call fails and nothing happened")
        void requestLost() {
            Strike strike = faulty.next(Fault.REQUEST_LOST).onClaim();
            assertThat(strike.struck()).isNotDone();

            assertUnavailable(claim(1));

            assertThat(strike.struck()).isDone();
            assertThat(isStored()).isFalse();
        }

        @Test
        @DisplayName("loses a reply: the call fails and its effect happened; the claim sent again recognises itself")
        void replyLost() {
            faulty.next(Fault.REPLY_LOST).onClaim();

            assertUnavailable(claim(1));

            assertThat(isStored()).isTrue();
            assertThat(claim(1).join()).isInstanceOf(ClaimAnswer.Granted.class);
        }

        @Test
        @DisplayName("delays a request: it takes effect when it is let go")
        void requestDelayed() {
            Strike strike = faulty.next(Fault.REQUEST_DELAYED).onClaim();
            CompletableFuture<ClaimAnswer> first = claim(1);
            assertThat(strike.struck()).isDone();
            assertThat(isStored()).isFalse();

            ClaimAnswer second = claim(2).join();
            strike.letGo();

            assertThat(second).isInstanceOf(ClaimAnswer.Granted.class);
            assertThat(first.join()).isInstanceOf(ClaimAnswer.InProgress.class);
        }

        @Test
        @DisplayName("delays a reply: the effect is there, the answer comes when it is let go")
        void replyDelayed() {
            Strike strike = faulty.next(Fault.REPLY_DELAYED).onClaim();

            CompletableFuture<ClaimAnswer> first = claim(1);

            assertThat(strike.struck()).isDone();
            assertThat(isStored()).isTrue();
            assertThat(first).isNotDone();
            strike.letGo();
            strike.letGo();
            assertThat(first.join()).isInstanceOf(ClaimAnswer.Granted.class);
        }

        @Test
        @DisplayName("delivers twice, and gives the answer to the first or the second delivery")
        void twice() {
            claim(1).join();
            faulty.next(Fault.TWICE_FIRST_ANSWER).onAbandon();
            assertThat(abandon(1)).isTrue();

            claim(2).join();
            faulty.next(Fault.TWICE_SECOND_ANSWER).onAbandon();
            assertThat(abandon(2)).isFalse();
        }

        @Test
        @DisplayName("echoes a request: answered at once, delivered once more when it is let go")
        void echoed() {
            Strike echo = faulty.next(Fault.ECHOED).onAbandon();
            assertThat(abandon(1)).isFalse();
            claim(1).join();

            echo.letGo();

            assertThat(claim(1).join()).isInstanceOf(ClaimAnswer.Spent.class);
        }

        @Test
        @DisplayName("never answers, with or without the effect")
        void swallowed() {
            faulty.next(Fault.REQUEST_SWALLOWED).onClaim();
            faulty.next(Fault.REPLY_SWALLOWED).onClaim();

            assertThat(claim(1)).isNotDone();
            assertThat(isStored()).isFalse();
            assertThat(claim(1)).isNotDone();
            assertThat(isStored()).isTrue();
        }

        @Test
        @DisplayName("plays faults in order, each on the next call of its kind, and then none")
        void order() {
            faulty.next(Fault.REQUEST_LOST).onClaim();
            faulty.next(Fault.REPLY_LOST).onClaim();
            faulty.next(Fault.REQUEST_LOST).onFind();

            assertUnavailable(claim(1));
            assertThat(isStored()).isFalse();
            assertUnavailable(claim(1));
            assertThat(isStored()).isTrue();
            assertThat(claim(1).join()).isInstanceOf(ClaimAnswer.Granted.class);
            assertUnavailable(faulty.find(id).toCompletableFuture());
        }

        @Test
        @DisplayName("lets everything that is held back go at once")
        void letAllGo() {
            faulty.next(Fault.REPLY_DELAYED).onClaim();
            faulty.next(Fault.REQUEST_DELAYED).onFind();
            CompletableFuture<?> claim = claim(1);
            CompletableFuture<?> find = faulty.find(id).toCompletableFuture();

            assertThat(faulty.letGo()).isEqualTo(2);
            assertThat(claim).isDone();
            assertThat(find).isDone();
            assertThat(faulty.letGo()).isZero();
        }
    }

    @Test
    @DisplayName("is cut off until it is up again, whatever was scripted")
    void outage() {
        faulty.next(Fault.REPLY_LOST).onClaim();
        faulty.down();
        assertUnavailable(claim(1));
        assertUnavailable(faulty.find(id).toCompletableFuture());
        assertThat(isStored()).isFalse();

        faulty.up();
        assertUnavailable(claim(1));
        assertThat(isStored()).isTrue();
    }

    @Test
    @DisplayName("fails at random, the same way for the same seed")
    void seeded() {
        List<Boolean> first = failuresOf(42);

        assertThat(first).contains(true, false).isEqualTo(failuresOf(42)).isNotEqualTo(failuresOf(43));
        faulty.randomly(42, 0);
        assertThat(faulty.find(id)).isCompleted();
    }

    @Test
    @DisplayName("refuses a probability that is none, and chance without faults")
    void badChance() {
        assertThatIllegalArgumentException().isThrownBy(() -> faulty.randomly(1, 1.5, Fault.REPLY_LOST));
        assertThatIllegalArgumentException().isThrownBy(() -> faulty.randomly(1, Double.NaN, Fault.REPLY_LOST));
        assertThatIllegalArgumentException().isThrownBy(() -> faulty.randomly(1, 0.5));
    }

    private List<Boolean> failuresOf(long seed) {
        faulty.randomly(seed, 0.3, Fault.REQUEST_LOST, Fault.REPLY_LOST);
        List<Boolean> failures = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            failures.add(faulty.find(id).toCompletableFuture().isCompletedExceptionally());
        }
        return failures;
    }

    private CompletableFuture<ClaimAnswer> claim(long sequence) {
        Duration minute = Duration.ofMinutes(1);
        return faulty.claim(new Claim(
                        id,
                        Fingerprint.of("payload"),
                        new ClaimId(1, sequence),
                        minute,
                        minute,
                        Duration.ofDays(1),
                        OnDoubt.TAKE,
                        0,
                        null))
                .toCompletableFuture();
    }

    private boolean abandon(long sequence) {
        return faulty.abandon(new Abandon(id, new ClaimId(1, sequence)))
                .toCompletableFuture()
                .join();
    }

    private boolean isStored() {
        return inside.find(id).toCompletableFuture().join().isPresent();
    }

    private static void assertUnavailable(CompletableFuture<?> call) {
        assertThat(call).isCompletedExceptionally();
        assertThat(call.handle((answer, failure) ->
                                failure instanceof CompletionException wrapped ? wrapped.getCause() : failure)
                        .join())
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("a test's fault");
    }

    private static <T> T unused(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                }));
    }
}
