// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.stranger;

import dev.semel.state.Decision;
import dev.semel.state.KeyRecord;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Transitions;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Wrong: as {@link TwoStepSettleStore}, but "fixed": settlements exclude each other, for somebody found that two operators
 * can click at once. The attempt in doubt holds no such lock. (Written after the kit had caught the other one, and only
 * by two operators at once.)
 *
 * <p>Harm: the late completion of a held doubt that falls between the two steps is acknowledged, and then overwritten by
 * "did not happen": the key of a charge that was made and answered for is free, and the next retry makes it again (R1,
 * R10, R16, invariant 2).
 */
public final class LockedSettleStore extends PlainStore {

    private final Object settling = new Object();

    public LockedSettleStore(InstantSource clock) {
        super(clock);
    }

    @Override
    public CompletionStage<SettleAnswer> settle(Settle settle) {
        synchronized (settling) {
            Decision<SettleAnswer> decision =
                    Transitions.onSettle(records.get(place(settle.id())), settle, clock.instant());
            KeyRecord write = decision.write();
            if (write != null) {
                // The second statement's way to the server.
                CompletableFuture.runAsync(() -> records.put(place(settle.id()), write), TwoStepSettleStore.THREADS)
                        .join();
            }
            return done(decision.answer());
        }
    }
}
