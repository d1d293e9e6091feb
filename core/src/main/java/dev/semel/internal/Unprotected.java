// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import dev.semel.AsyncHandler;
import dev.semel.Execution;
import dev.semel.Handler;
import dev.semel.Idempotency;
import dev.semel.Intent;
import dev.semel.key.KeyHash;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Protection that was switched off: everything runs, each time, and nothing is asked or kept. */
public final class Unprotected implements Idempotency {

    /** It has nothing to remember, and so one is enough. */
    public static final Unprotected ENGINE = new Unprotected();

    private final Executions executions =
            new Executions(this, new EventHub(List.of(), false, KeyHash.randomPerProcess()), Runnable::run);

    private Unprotected() {}

    @Override
    public Admission admit(Intent intent) {
        return new Admission.Run(new DegradedTicket());
    }

    @Override
    public CompletionStage<Admission> admitAsync(Intent intent) {
        return CompletableFuture.completedFuture(admit(intent));
    }

    @Override
    public CompletionStage<Admission> admitOrWait(Intent intent) {
        return admitAsync(intent);
    }

    @Override
    public Execution execute(Intent intent, Handler handler) throws Exception {
        return executions.execute(intent, handler);
    }

    @Override
    public CompletionStage<Execution> executeAsync(Intent intent, AsyncHandler handler) {
        return executions.executeAsync(intent, handler);
    }

    /** There is nothing to wait for: what runs is its caller's. */
    @Override
    public void close() {}
}
