// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import dev.semel.AsyncHandler;
import dev.semel.Completion;
import dev.semel.Execution;
import dev.semel.Handler;
import dev.semel.Idempotency;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Saved;
import dev.semel.Ticket;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Execute-around, on top of admit and ticket. */
final class Executions {

    private final Idempotency idempotency;

    Executions(Idempotency idempotency) {
        this.idempotency = idempotency;
    }

    Execution execute(Intent intent, Handler handler) throws Exception {
        Admission admission = idempotency.admit(intent);
        if (!(admission instanceof Admission.Run run)) {
            return notRun(admission);
        }
        Outcome outcome;
        try {
            outcome = Objects.requireNonNull(handler.handle(run.ticket()), "a handler must say how it ended");
        } catch (Throwable failure) {
            outcome = classify(intent.operation(), failure);
            if (!(outcome instanceof Outcome.Failed)) {
                end(intent, run.ticket(), outcome);
                throw failure;
            }
        }
        return execution(outcome, end(intent, run.ticket(), outcome));
    }

    private static Completion end(Intent intent, Ticket ticket, Outcome outcome) {
        return Blocking.completion(
                ticket.end(outcome).toCompletableFuture(),
                Blocking.longest(intent.operation().completionWait()),
                () -> ticket instanceof LiveTicket live ? live.unconfirmed() : new Completion.Unrecorded());
    }

    CompletionStage<Execution> executeAsync(Intent intent, AsyncHandler handler) {
        CompletionStage<Execution> execution = idempotency.admitAsync(intent).thenCompose(admission -> {
            if (!(admission instanceof Admission.Run run)) {
                return CompletableFuture.completedFuture(notRun(admission));
            }
            return start(run.ticket(), handler)
                    .thenCompose(outcome -> run.ticket().end(outcome).thenApply(end -> execution(outcome, end)))
                    .exceptionallyCompose(failure -> failed(intent.operation(), run.ticket(), Stages.cause(failure)));
        });
        // A copy: a caller that cancels it has hung up, and what runs goes on (R18).
        return execution.toCompletableFuture().copy();
    }

    private static CompletionStage<Outcome> start(Ticket ticket, AsyncHandler handler) {
        try {
            return handler.handle(ticket)
                    .thenApply(outcome -> Objects.requireNonNull(outcome, "a handler must say how it ended"));
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    /** A ticket's end never fails, so that it is the handler that did. */
    private static CompletionStage<Execution> failed(Operation operation, Ticket ticket, Throwable failure) {
        Outcome outcome = classify(operation, failure);
        return ticket.end(outcome)
                .thenCompose(completion -> outcome instanceof Outcome.Failed
                        ? CompletableFuture.completedFuture(execution(outcome, completion))
                        : CompletableFuture.failedFuture(failure));
    }

    /** What the operation says of a failure; a classifier that fails itself knows nothing. */
    private static Outcome classify(Operation operation, Throwable failure) {
        try {
            return Objects.requireNonNull(operation.classifier().classify(failure));
        } catch (RuntimeException | Error e) {
            if (e != failure) {
                failure.addSuppressed(e);
            }
            return Outcome.inDoubt();
        }
    }

    private static Execution notRun(Admission admission) {
        return admission instanceof Admission.Replay replay
                ? new Execution.Answered(
                        replay.answer().success(), replay.answer().saved(), true)
                : new Execution.NotRun(admission);
    }

    private static Execution execution(Outcome outcome, Completion completion) {
        if (completion instanceof Completion.Lost lost) {
            return notRun(lost.instead());
        }
        return outcome.match(new Outcome.Cases<>() {
            @Override
            public Execution completed(Saved answer) {
                return new Execution.Answered(true, answer, false);
            }

            @Override
            public Execution failed(Saved answer) {
                return new Execution.Answered(false, answer, false);
            }

            @Override
            public Execution released() {
                return new Execution.Released();
            }

            @Override
            public Execution inDoubt() {
                return new Execution.InDoubt();
            }
        });
    }
}
