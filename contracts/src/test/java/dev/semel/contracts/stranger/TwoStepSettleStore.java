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
import java.util.concurrent.Executor;

/**
 * Wrong: a settlement reads the record, decides, and writes in a second step without a condition. Every other operation
 * is atomic; settling is something an operator does once a month, so nobody thought of a race.
 *
 * <p>Harm: the attempt in doubt may still complete (R10), and when its late completion falls between the two steps it is
 * acknowledged to the client and then overwritten: "did not happen" frees the key of a charge that was made and
 * answered for, and the next retry makes it again (R1, R16, invariant 2).
 */
public final class TwoStepSettleStore extends PlainStore {

    /** A thread for each step: on a small machine the common pool of newer JDKs would do both steps in one go. */
    static final Executor THREADS = step -> new Thread(step, "settling").start();

    public TwoStepSettleStore(InstantSource clock) {
        super(clock);
    }

    @Override
    public CompletionStage<SettleAnswer> settle(Settle settle) {
        return CompletableFuture.supplyAsync(
                        () -> Transitions.onSettle(records.get(place(settle.id())), settle, clock.instant()), THREADS)
                .thenApplyAsync(decision -> written(settle, decision), THREADS);
    }

    private SettleAnswer written(Settle settle, Decision<SettleAnswer> decision) {
        KeyRecord write = decision.write();
        if (write != null) {
            records.put(place(settle.id()), write);
        }
        return decision.answer();
    }
}
