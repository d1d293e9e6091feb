// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store whose failures say whose record they were about, as those of drivers do. */
final class SecretStore implements IdempotencyStore {

    static final String KEY = "kunigunde";
    static final String TENANT = "theodelinde";
    static final String BODY = "walburga";

    private static final Duration HOUR = Duration.ofHours(1);

    private final MemoryStore store = MemoryStore.create();
    private volatile @Nullable Claim last;
    volatile boolean fails;
    volatile boolean failsToEnd;

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        if (fails) {
            throw failure(claim.id());
        }
        last = claim;
        return store.claim(claim);
    }

    private static IllegalStateException failure(RecordId id) {
        return new IllegalStateException(
                "cannot write " + id.key().value() + " of " + id.tenant().id());
    }

    /** What another process does that took the last claim's attempt for dead. */
    void takeOver() {
        Claim claim = Objects.requireNonNull(last);
        Sighting running = store.find(claim.id()).toCompletableFuture().join().orElseThrow();
        ClaimId owner = running.record().claimId();
        store.abandon(new Abandon(claim.id(), owner)).toCompletableFuture().join();
        store.claim(new Claim(
                        claim.id(),
                        claim.fingerprint(),
                        new ClaimId(owner.origin() + 1, 1),
                        HOUR,
                        HOUR,
                        HOUR,
                        OnDoubt.TAKE,
                        0,
                        null))
                .toCompletableFuture()
                .join();
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        if (fails || failsToEnd) {
            throw failure(finish.id());
        }
        return store.finish(finish);
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return store.renew(batch);
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return store.abandon(abandon);
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return store.find(id);
    }

    @Override
    public Guarantees guarantees() {
        return store.guarantees();
    }
}
