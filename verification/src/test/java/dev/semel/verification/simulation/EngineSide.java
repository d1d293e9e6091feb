// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Stands between an engine and the network and makes it behave like an engine that is wrong in one thing. */
class EngineSide implements IdempotencyStore {

    private final IdempotencyStore network;

    EngineSide(IdempotencyStore network) {
        this.network = network;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return network.claim(claim);
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return network.finish(finish);
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        return network.renew(batch);
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return network.abandon(abandon);
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return network.find(id);
    }

    @Override
    public Guarantees guarantees() {
        return network.guarantees();
    }

    /** The heartbeat has stopped, and the engine believes in its leases. */
    static final class HeartbeatStopped extends EngineSide {
        HeartbeatStopped(IdempotencyStore network) {
            super(network);
        }

        @Override
        public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
            return CompletableFuture.completedFuture(Collections.nCopies(batch.size(), RenewAnswer.RENEWED));
        }
    }

    /** T7: a completion that could not be written frees the key. */
    static final class FreesOnFailedCompletion extends EngineSide {
        FreesOnFailedCompletion(IdempotencyStore network) {
            super(network);
        }

        @Override
        public CompletionStage<FinishAnswer> finish(Finish finish) {
            return super.finish(finish)
                    .exceptionallyCompose(failure -> super.finish(new Finish(
                            finish.id(),
                            finish.attempt(),
                            finish.claimId(),
                            new Ending.Release(true),
                            finish.retention(),
                            finish.onDoubt())));
        }
    }

    /** T5: runs although the store said that somebody else does. */
    static final class RunsWithoutGrant extends EngineSide {
        RunsWithoutGrant(IdempotencyStore network) {
            super(network);
        }

        @Override
        public CompletionStage<ClaimAnswer> claim(Claim claim) {
            return super.claim(claim)
                    .thenApply(answer -> answer instanceof ClaimAnswer.InProgress busy
                            ? new ClaimAnswer.Granted(busy.sighting())
                            : answer);
        }
    }

    /** A fenced ending counts as recorded. */
    static final class SendsWhenFenced extends EngineSide {
        SendsWhenFenced(IdempotencyStore network) {
            super(network);
        }

        @Override
        public CompletionStage<FinishAnswer> finish(Finish finish) {
            return super.finish(finish)
                    .thenApply(answer -> answer instanceof FinishAnswer.Fenced fenced && fenced.sighting() != null
                            ? new FinishAnswer.Applied(fenced.sighting())
                            : answer);
        }
    }
}
