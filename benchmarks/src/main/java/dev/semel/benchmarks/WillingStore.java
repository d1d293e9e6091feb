// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.memory.MemoryStore;
import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.History;
import dev.semel.state.KeyRecord;
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import dev.semel.state.State;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Grants every claim and takes every ending at once, and keeps nothing: what is measured over it is all but the store. */
final class WillingStore implements IdempotencyStore {

    private static final Instant NOW = Instant.EPOCH;
    private static final Instant LATER = NOW.plusSeconds(3600);

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        KeyRecord record = new KeyRecord(
                claim.id(),
                State.IN_PROGRESS,
                claim.fingerprint(),
                1,
                claim.claimId(),
                Reason.FIRST,
                null,
                NOW,
                LATER,
                LATER,
                History.NONE);
        return CompletableFuture.completedFuture(new ClaimAnswer.Granted(new Sighting(record, NOW)));
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return CompletableFuture.completedFuture(new FinishAnswer.Applied(Ended.SEEN));
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return CompletableFuture.completedFuture(Collections.nCopies(batch.size(), RenewAnswer.RENEWED));
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return CompletableFuture.completedFuture(false);
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public Guarantees guarantees() {
        return MemoryStore.create().guarantees();
    }

    /** One record that has ended, for all endings alike. */
    private static final class Ended {

        static final Sighting SEEN = new Sighting(
                new KeyRecord(
                        new RecordId(Tenant.sole(), "any", new IdempotencyKey("any")),
                        State.RELEASED,
                        Fingerprint.of("any"),
                        1,
                        new ClaimId(1, 1),
                        Reason.FIRST,
                        null,
                        NOW,
                        LATER,
                        LATER,
                        History.NONE),
                NOW);
    }
}
