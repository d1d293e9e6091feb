// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** Writes down what an engine asks of its store, and can refuse certain endings for as long as a test likes. */
final class StoreLog extends StoreBetween {

    private final Queue<Object> commands = new ConcurrentLinkedQueue<>();
    private volatile Predicate<Finish> refused = finish -> false;

    StoreLog(IdempotencyStore store) {
        super(store);
    }

    /** From now on such endings fail without any effect. */
    void refuse(Predicate<Finish> endings) {
        refused = endings;
    }

    List<Claim> claims() {
        return all(Claim.class);
    }

    List<Finish> finishes() {
        return all(Finish.class);
    }

    List<Abandon> abandons() {
        return all(Abandon.class);
    }

    List<RecordId> finds() {
        return all(RecordId.class);
    }

    /** The batches of renewals, in the order in which they were sent. */
    @SuppressWarnings("unchecked")
    List<List<Renewal>> renewals() {
        return all(List.class).stream().map(batch -> (List<Renewal>) batch).toList();
    }

    void forget() {
        commands.clear();
    }

    private <T> List<T> all(Class<T> kind) {
        return commands.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        commands.add(claim);
        return super.claim(claim);
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        commands.add(finish);
        return refused.test(finish)
                ? CompletableFuture.failedFuture(new StoreUnavailableException("a test's store refuses this ending"))
                : super.finish(finish);
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        commands.add(batch);
        return super.renew(batch);
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        commands.add(abandon);
        return super.abandon(abandon);
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        commands.add(id);
        return super.find(id);
    }
}
