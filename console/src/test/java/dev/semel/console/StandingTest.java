// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.OlderAnswer;
import dev.semel.Operation;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.memory.MemoryStore;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import dev.semel.testkit.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R20: what the next retry of an answer of an older version gets")
class StandingTest {

    private static final RecordId ID =
            new RecordId(new Tenant("acct_1"), "charges.create", new IdempotencyKey("key-of-a-charge"));
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration DAY = Duration.ofDays(1);

    private final ManualClock clock = ManualClock.create();
    private final MemoryStore store = MemoryStore.on(clock);

    private static Operation policy(int version, OlderAnswer older) {
        return Operation.named("charges.create").version(version, older).build();
    }

    private static Claim claim(int number, int rerunBelow) {
        ClaimId id = new ClaimId(1, number);
        return new Claim(ID, Fingerprint.of("x"), id, LEASE, DAY, DAY, OnDoubt.TAKE, rerunBelow, null);
    }

    private void saved(int version) {
        store.claim(claim(1, 0)).toCompletableFuture().join();
        Saved saved = Saved.owning("text/plain", "paid".getBytes(StandardCharsets.UTF_8));
        Ending save = new Ending.Save(true, saved, version);
        store.finish(new Finish(ID, 1, new ClaimId(1, 1), save, DAY, OnDoubt.TAKE))
                .toCompletableFuture()
                .join();
    }

    private Sighting seen() {
        return store.find(ID).toCompletableFuture().join().orElseThrow();
    }

    private String next(Operation policy) {
        return Standing.nextRetry(seen(), Optional.of(policy));
    }

    @Test
    @DisplayName("it is replayed, converted or made anew, as the operation says; one of the same version is replayed")
    void saved() {
        saved(1);
        OlderAnswer convert = OlderAnswer.convert((version, older) -> older);

        assertThat(next(policy(2, OlderAnswer.replay()))).isEqualTo("replay");
        assertThat(next(policy(2, convert))).isEqualTo("convert");
        assertThat(next(policy(2, OlderAnswer.rerun()))).isEqualTo("rerun");
        assertThat(next(policy(1, OlderAnswer.rerun()))).isEqualTo("replay");
        assertThat(Standing.nextRetry(seen(), Optional.empty())).isEqualTo("replay");
        assertThat(store.claim(claim(2, 2)).toCompletableFuture().join()).isInstanceOf(ClaimAnswer.Granted.class);
    }

    @Test
    @DisplayName(
            "while it is made anew, the older one stands for whoever does not ask for a newer one; so does it after that broke off")
    void madeAnew() {
        saved(1);
        Operation held = Operation.named("charges.create")
                .inDoubt(InDoubt.hold())
                .version(2, OlderAnswer.replay())
                .build();
        store.claim(claim(2, 2)).toCompletableFuture().join();

        assertThat(next(policy(2, OlderAnswer.rerun()))).isEqualTo("conflict");
        assertThat(next(held)).isEqualTo("replay");
        assertThat(store.claim(claim(3, 0)).toCompletableFuture().join()).isInstanceOf(ClaimAnswer.Final.class);

        clock.advance(LEASE.plusSeconds(1));
        assertThat(next(policy(2, OlderAnswer.rerun()))).isEqualTo("rerun");
        assertThat(next(held)).isEqualTo("replay");
        assertThat(Standing.of(seen(), Optional.of(held))).isEqualTo("lapsed");
        assertThat(store.claim(claim(4, 0)).toCompletableFuture().join()).isInstanceOf(ClaimAnswer.Final.class);
    }
}
