// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Admission;
import dev.semel.AsyncHandler;
import dev.semel.Execution;
import dev.semel.Handler;
import dev.semel.Idempotency;
import dev.semel.Intent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An engine that there is no memory for: at once, or when it has thought for a while. */
final class FailingEngine implements Idempotency {

    private final @Nullable CompletableFuture<Admission> later;

    FailingEngine() {
        this.later = null;
    }

    FailingEngine(CompletableFuture<Admission> later) {
        this.later = later;
    }

    @Override
    public Admission admit(Intent intent) {
        throw new OutOfMemoryError("none left");
    }

    @Override
    public CompletionStage<Admission> admitAsync(Intent intent) {
        if (later == null) {
            throw new OutOfMemoryError("none left");
        }
        return later;
    }

    @Override
    public CompletionStage<Admission> admitOrWait(Intent intent) {
        return admitAsync(intent);
    }

    @Override
    public Execution execute(Intent intent, Handler handler) {
        throw new OutOfMemoryError("none left");
    }

    @Override
    public CompletionStage<Execution> executeAsync(Intent intent, AsyncHandler handler) {
        throw new OutOfMemoryError("none left");
    }

    @Override
    public void close() {}
}
