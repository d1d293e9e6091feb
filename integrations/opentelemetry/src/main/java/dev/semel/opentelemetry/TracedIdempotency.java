// SPDX-License-Identifier: Apache-2.0
package dev.semel.opentelemetry;

import dev.semel.Admission;
import dev.semel.AsyncHandler;
import dev.semel.Execution;
import dev.semel.Handler;
import dev.semel.Idempotency;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.Ticket;
import dev.semel.http.RequestWatch;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** An engine whose calls have spans. It decides nothing itself. */
final class TracedIdempotency implements Idempotency {

    private final Idempotency engine;
    private final Function<Intent, OperationSpan> spans;

    TracedIdempotency(Idempotency engine, Function<Intent, OperationSpan> spans) {
        this.engine = engine;
        this.spans = spans;
    }

    @Override
    public void close() {
        engine.close();
    }

    @Override
    public Admission admit(Intent intent) {
        OperationSpan span = spans.apply(intent);
        try {
            return told(span, engine.admit(intent));
        } catch (RuntimeException | Error e) {
            span.threw(e);
            throw e;
        }
    }

    @Override
    public CompletionStage<Admission> admitAsync(Intent intent) {
        return admitted(intent, engine::admitAsync);
    }

    @Override
    public CompletionStage<Admission> admitOrWait(Intent intent) {
        return admitted(intent, engine::admitOrWait);
    }

    private CompletionStage<Admission> admitted(Intent intent, Function<Intent, CompletionStage<Admission>> admit) {
        OperationSpan span = spans.apply(intent);
        CompletableFuture<Admission> decided;
        try {
            decided = admit.apply(intent).toCompletableFuture();
        } catch (RuntimeException | Error e) {
            span.threw(e);
            throw e;
        }
        if (decided.isDone() && !decided.isCompletedExceptionally()) {
            return CompletableFuture.completedFuture(told(span, decided.join()));
        }
        return handed(span, decided);
    }

    /** A caller that cancels has gone: what is decided at the same moment runs nothing, and holds nothing. */
    private static CompletableFuture<Admission> handed(OperationSpan span, CompletableFuture<Admission> decided) {
        CompletableFuture<Admission> handed = new CompletableFuture<>();
        CompletableFuture<Admission> unused = decided.whenComplete((admission, failure) -> {
            if (failure != null) {
                handed.completeExceptionally(failure);
                return;
            }
            Admission told = told(span, admission);
            if (!handed.complete(told) && told instanceof Admission.Run run) {
                run.ticket().release();
            }
        });
        watched(span, handed, decided);
        return handed;
    }

    private static void watched(
            OperationSpan span, CompletableFuture<Admission> handed, CompletableFuture<Admission> decided) {
        CompletableFuture<Admission> unused = handed.whenComplete((admission, failure) -> {
            if (handed.isCancelled()) {
                decided.cancel(false);
                span.gone();
            } else if (failure != null) {
                span.threw(failure);
            }
        });
    }

    private static Admission told(OperationSpan span, Admission admission) {
        RequestWatch.tell(new WatchedRequest(span), admission);
        return admission instanceof Admission.Run run
                ? new Admission.Run(new TracedTicket(run.ticket(), new WatchedRequest(span)))
                : admission;
    }

    /** The handler's own spans are below this one. */
    @Override
    public Execution execute(Intent intent, Handler handler) throws Exception {
        OperationSpan span = spans.apply(intent);
        try {
            Execution execution = engine.execute(intent, ticket -> {
                RequestWatch.tell(new WatchedRequest(span), new Admission.Run(ticket));
                return span.within(() -> handler.handle(ticket));
            });
            span.executed(execution);
            return execution;
        } catch (Throwable e) {
            span.threw(e);
            throw e;
        }
    }

    /** Like {@link #execute}; what the handler leaves to other threads finds the span as its own libraries carry it there. */
    @Override
    public CompletionStage<Execution> executeAsync(Intent intent, AsyncHandler handler) {
        OperationSpan span = spans.apply(intent);
        CompletableFuture<Execution> execution;
        try {
            execution = engine.executeAsync(intent, ticket -> started(span, handler, ticket))
                    .toCompletableFuture();
        } catch (RuntimeException | Error e) {
            span.threw(e);
            throw e;
        }
        // The stage itself is the caller's to cancel; a span that hears of it does not stand between.
        CompletableFuture<Execution> unused = execution.whenComplete((done, failure) -> {
            if (execution.isCancelled()) {
                span.gone();
            } else if (failure != null) {
                span.threw(failure);
            } else {
                span.executed(done);
            }
        });
        return execution;
    }

    private static CompletionStage<Outcome> started(OperationSpan span, AsyncHandler handler, Ticket ticket)
            throws Exception {
        RequestWatch.tell(new WatchedRequest(span), new Admission.Run(ticket));
        try {
            return span.within(() -> handler.handle(ticket).whenComplete((outcome, failure) -> span.worked()));
        } catch (Throwable e) {
            span.worked();
            throw e;
        }
    }
}
