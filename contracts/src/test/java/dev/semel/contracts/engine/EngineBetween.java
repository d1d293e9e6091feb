// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.Admission;
import dev.semel.AsyncHandler;
import dev.semel.Execution;
import dev.semel.Handler;
import dev.semel.Idempotency;
import dev.semel.Intent;
import dev.semel.Ticket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Stands before an engine and passes everything on; subclasses change what they need. */
class EngineBetween implements Idempotency {

    private final Idempotency engine;

    EngineBetween(Idempotency engine) {
        this.engine = engine;
    }

    /** What the caller gets instead of what the engine decided. */
    Admission instead(Intent intent, Admission admission) {
        return admission instanceof Admission.Run run ? new Admission.Run(instead(intent, run.ticket())) : admission;
    }

    /** The ticket that the caller gets instead of the engine's. */
    Ticket instead(Intent intent, Ticket ticket) {
        return ticket;
    }

    @Override
    public Admission admit(Intent intent) {
        return instead(intent, engine.admit(intent));
    }

    @Override
    public CompletionStage<Admission> admitAsync(Intent intent) {
        return instead(intent, engine.admitAsync(intent).toCompletableFuture());
    }

    @Override
    public CompletionStage<Admission> admitOrWait(Intent intent) {
        return instead(intent, engine.admitOrWait(intent).toCompletableFuture());
    }

    private CompletionStage<Admission> instead(Intent intent, CompletableFuture<Admission> admission) {
        return admission.isDone()
                ? CompletableFuture.completedFuture(instead(intent, admission.join()))
                : new Instead(admission, intent);
    }

    @Override
    public Execution execute(Intent intent, Handler handler) throws Exception {
        return engine.execute(intent, ticket -> handler.handle(instead(intent, ticket)));
    }

    @Override
    public CompletionStage<Execution> executeAsync(Intent intent, AsyncHandler handler) {
        return engine.executeAsync(intent, ticket -> handler.handle(instead(intent, ticket)));
    }

    @Override
    public void close() {
        engine.close();
    }

    /** Whoever cancels it cancels the engine's own stage. */
    private final class Instead extends CompletableFuture<Admission> {

        private final CompletableFuture<Admission> admission;

        Instead(CompletableFuture<Admission> admission, Intent intent) {
            this.admission = admission;
            CompletableFuture<Void> unused = admission.thenAccept(known -> complete(instead(intent, known)));
        }

        @Override
        public boolean cancel(boolean interrupt) {
            return admission.cancel(interrupt) && super.cancel(interrupt);
        }
    }
}
