// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.Purgeable;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import dev.semel.testkit.Call;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** A store that does what it is asked, and answers nothing ({@code null}) to some calls, at once or later. */
final class WordlessStore extends StoreBetween implements Purgeable {

    private final MemoryStore store;
    private final Map<Call, Integer> wordless = new EnumMap<>(Call.class);
    private Predicate<Renewal> passedOver = renewal -> false;
    private CompletableFuture<Void> open = CompletableFuture.completedFuture(null);

    WordlessStore(MemoryStore store) {
        super(store);
        this.store = store;
    }

    /** The next calls of this kind are answered with nothing. */
    void saysNothingTo(Call kind, int times) {
        wordless.put(kind, times);
    }

    /** In every batch it says nothing of these. */
    void passesOver(Predicate<Renewal> renewals) {
        passedOver = renewals;
    }

    /** From now on what is not said is not said at once, but when the test says so. */
    CompletableFuture<Void> later() {
        open = new CompletableFuture<>();
        return open;
    }

    private <T> CompletionStage<T> told(Call kind, CompletionStage<T> answer) {
        int left = wordless.getOrDefault(kind, 0);
        wordless.put(kind, Math.max(0, left - 1));
        return left == 0 ? answer : open.thenApply(now -> nothing());
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T nothing() {
        return null;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        return told(Call.CLAIM, super.claim(claim));
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return told(Call.FINISH, super.finish(finish));
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        CompletionStage<List<RenewAnswer>> answers = super.renew(batch).thenApply(all -> {
            RenewAnswer[] some = all.toArray(new RenewAnswer[0]);
            for (int i = 0; i < some.length; i++) {
                some[i] = passedOver.test(batch.get(i)) ? nothing() : some[i];
            }
            return Arrays.asList(some);
        });
        return told(Call.RENEW, answers);
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return told(Call.ABANDON, super.abandon(abandon));
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return told(Call.FIND, super.find(id));
    }

    @Override
    public CompletionStage<Integer> purge(int limit) {
        return told(Call.PURGE, store.purge(limit));
    }
}
