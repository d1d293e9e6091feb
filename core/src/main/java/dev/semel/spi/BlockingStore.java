// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

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
import java.util.concurrent.Executor;

/** A store whose driver blocks: write this, and let {@link #adapt} make the asynchronous store of it. */
public interface BlockingStore {

    /** See {@link IdempotencyStore#claim}. */
    ClaimAnswer claim(Claim claim);

    /** See {@link IdempotencyStore#finish}. */
    FinishAnswer finish(Finish finish);

    /** See {@link IdempotencyStore#renew}. */
    List<RenewAnswer> renew(List<Renewal> batch);

    /** See {@link IdempotencyStore#abandon}. */
    boolean abandon(Abandon abandon);

    /** See {@link IdempotencyStore#find}. */
    Optional<Sighting> find(RecordId id);

    /** See {@link IdempotencyStore#guarantees}. */
    Guarantees guarantees();

    /**
     * Runs each call on the executor. Only the five methods are passed on: a store with capabilities ({@link Purgeable},
     * {@link Settleable}, {@link Notifying}, {@link Browsable} with or without a {@link DoubtList}) is refused, since it would lose them; implement {@link IdempotencyStore}
     * there. The executor must be bounded: what it rejects fails at once with
     * {@link StoreUnavailableException} (R29).
     */
    static IdempotencyStore adapt(BlockingStore store, Executor executor) {
        if (store instanceof Purgeable
                || store instanceof Settleable
                || store instanceof Notifying
                || store instanceof Browsable) {
            throw new IllegalArgumentException("an adapted store would lose the capabilities of "
                    + store.getClass().getName() + "; let it implement IdempotencyStore itself");
        }
        return new AdaptedStore(store, executor);
    }
}
