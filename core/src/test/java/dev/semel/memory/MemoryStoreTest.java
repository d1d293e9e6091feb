// SPDX-License-Identifier: Apache-2.0
package dev.semel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.SettingException;
import dev.semel.Tenant;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the reference store does beyond its contract, which is told in the kit: it is bounded. */
@DisplayName("A full in-memory store")
class MemoryStoreTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private Instant now = Instant.EPOCH;
    private final MemoryStore store = new MemoryStore(2, () -> now);

    private void pass(Duration time) {
        now = now.plus(time);
    }

    /** A record expires when its maximum duration and its retention are over, here together. */
    private CompletableFuture<ClaimAnswer> claim(String key, Duration keptFor) {
        RecordId id = new RecordId(Tenant.sole(), "charges", new IdempotencyKey(key));
        Claim claim = new Claim(
                id,
                Fingerprint.of("payload"),
                new ClaimId(1, key.hashCode()),
                LEASE,
                LEASE,
                keptFor.minus(LEASE),
                OnDoubt.TAKE,
                0,
                null);
        return store.claim(claim).toCompletableFuture();
    }

    private KeyRecord taken(String key, Duration keptFor) {
        ClaimAnswer answer = claim(key, keptFor).join();
        assertThat(answer).isInstanceOf(ClaimAnswer.Granted.class);
        return ((ClaimAnswer.Granted) answer).sighting().record();
    }

    private void assertFull() {
        assertThatThrownBy(() -> claim("one-more", LEASE.multipliedBy(2)).join())
                .hasCauseInstanceOf(StoreUnavailableException.class);
    }

    private void release(KeyRecord record, Duration retention) {
        Finish finish = new Finish(
                record.id(), record.attempt(), record.claimId(), new Ending.Release(false), retention, OnDoubt.TAKE);
        assertThat(store.finish(finish).toCompletableFuture().join()).isInstanceOf(FinishAnswer.Applied.class);
    }

    @Test
    @DisplayName("R29: refuses new keys, and takes one as soon as a record has expired that it has seen")
    void roomAtTheExpiry() {
        taken("a", LEASE.plusMillis(200));
        taken("b", LEASE.multipliedBy(9));
        pass(LEASE);
        assertFull();
        pass(Duration.ofMillis(199));
        assertFull();
        pass(Duration.ofMillis(1));
        taken("c", LEASE.multipliedBy(9));
        assertThat(store.size()).isEqualTo(2);
    }

    @Test
    @DisplayName("R29: does not look through all its records for each refusal, but again after a second")
    void looksOnceASecond() {
        KeyRecord shortened = taken("a", LEASE.multipliedBy(9));
        taken("b", LEASE.multipliedBy(9));
        assertFull();
        release(shortened, Duration.ofMillis(500));
        pass(Duration.ofMillis(999));
        assertFull();
        pass(Duration.ofMillis(1));
        taken("c", LEASE.multipliedBy(9));
    }

    @Test
    @DisplayName("R5: keeps what was claimed anew at the expiry of its record, and forgets it at its own")
    void claimedAnew() {
        taken("a", LEASE.multipliedBy(2));
        pass(LEASE.multipliedBy(2));
        taken("a", LEASE.multipliedBy(2));
        assertThat(purged()).isZero();
        pass(LEASE.multipliedBy(2));
        assertThat(purged()).isEqualTo(1);
        assertThat(store.size()).isZero();
    }

    @Test
    @DisplayName("R16: never forgets a doubt that somebody has to settle, and forgets it once it is settled")
    void heldDoubt() {
        KeyRecord held = taken("a", LEASE.multipliedBy(2));
        Finish doubt = new Finish(held.id(), held.attempt(), held.claimId(), new Ending.Doubt(), LEASE, OnDoubt.HOLD);
        assertThat(store.finish(doubt).toCompletableFuture().join()).isInstanceOf(FinishAnswer.Applied.class);
        pass(Duration.ofDays(365));
        assertThat(purged()).isZero();
        Settle settle = new Settle(
                held.id(),
                held.attempt(),
                held.claimId(),
                new ClaimId(2, 2),
                new Settle.Verdict.DidNotHappen(),
                "ann",
                "looked at the ledger",
                LEASE);
        assertThat(store.settle(settle).toCompletableFuture().join()).isInstanceOf(SettleAnswer.Settled.class);
        pass(LEASE);
        assertThat(purged()).isEqualTo(1);
    }

    private int purged() {
        return store.purge(10).toCompletableFuture().join();
    }

    @Test
    @DisplayName("R29: is what one without any room would always be, which is refused")
    void noRoom() {
        assertThatThrownBy(() -> MemoryStore.holding(0))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("capacity: is 0")
                .hasMessageContaining("at least 1 record");
    }

    @Test
    @DisplayName("R6: still answers for the keys that it has")
    void knownKeys() {
        taken("a", LEASE.multipliedBy(9));
        taken("b", LEASE.multipliedBy(9));
        assertFull();
        taken("a", LEASE.multipliedBy(9));
    }
}
