// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.linearizability;

import dev.semel.Fingerprint;
import dev.semel.IdempotencyKey;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Purgeable;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyRecord;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Renewal;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * What two threads do to one record of a store at the same time. Answers are told without instants: between the store's
 * reading of its clock and its caller's hearing of it time goes on.
 */
public abstract class StoreOperations {

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration RETENTION = Duration.ofSeconds(20);
    private static final RecordId ID = new RecordId(Tenant.sole(), "charge", new IdempotencyKey("key"));
    private static final Fingerprint PAYLOAD = Fingerprint.of("payload");

    private final AtomicLong seconds = new AtomicLong();
    private final IdempotencyStore store;

    /** Works on the store that is made for the clock of this test. */
    @SuppressWarnings("this-escape")
    protected StoreOperations() {
        this.store = store(() -> Instant.ofEpochSecond(seconds.get()));
    }

    /** The store, on a clock that goes on only by {@link #elapse}. */
    protected abstract IdempotencyStore store(InstantSource clock);

    @Operation
    public String claimAndTake() {
        return claim(1, OnDoubt.TAKE);
    }

    @Operation
    public String claimOrHold() {
        return claim(2, OnDoubt.HOLD);
    }

    @Operation
    public String completeFirst() {
        return finish(1, 1, new Ending.Save(true, Saved.of("text", new byte[] {1}), 0));
    }

    @Operation
    public String completeSecond() {
        return finish(1, 2, new Ending.Save(true, Saved.of("text", new byte[] {2}), 0));
    }

    @Operation
    public String release() {
        return finish(2, 1, new Ending.Release(false));
    }

    @Operation
    public String doubt() {
        return finish(2, 1, new Ending.Doubt());
    }

    @Operation
    public String renew() {
        return join(store.renew(List.of(new Renewal(ID, 1, claimId(1), LEASE, RETENTION))))
                .toString();
    }

    @Operation
    public boolean abandon() {
        return join(store.abandon(new Abandon(ID, claimId(2))));
    }

    @Operation
    public String find() {
        return join(store.find(ID)).map(StoreOperations::describe).orElse("nothing");
    }

    @Operation
    public int purge() {
        return join(((Purgeable) store).purge(10));
    }

    @Operation
    public void elapse() {
        seconds.addAndGet(11);
    }

    private String claim(int number, OnDoubt onDoubt) {
        ClaimAnswer answer =
                join(store.claim(new Claim(ID, PAYLOAD, claimId(number), LEASE, LEASE, RETENTION, onDoubt, 0, null)));
        return answer.getClass().getSimpleName()
                + (answer instanceof ClaimAnswer.Granted granted ? " " + describe(granted.sighting()) : "");
    }

    private String finish(int number, int attempt, Ending ending) {
        FinishAnswer answer =
                join(store.finish(new Finish(ID, attempt, claimId(number), ending, RETENTION, OnDoubt.TAKE)));
        return answer.getClass().getSimpleName();
    }

    private static ClaimId claimId(int number) {
        return new ClaimId(7, number);
    }

    private static String describe(Sighting sighting) {
        KeyRecord record = sighting.record();
        return record.state() + " " + record.claimId().sequence() + "#" + record.attempt() + " " + record.reason();
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
