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
import dev.semel.event.TicketEvent.FailedTooLate;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Execute-around, on top of admit and ticket. */
final class Executions {

    private final Idempotency idempotency;
    private final EventHub events;
    private final Executor elsewhere;

    Executions(Idempotency idempotency, EventHub events, Executor elsewhere) {
        this.idempotency = idempotency;
        this.events = events;
        this.elsewhere = elsewhere;
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
            Completion completion = end(intent, run.ticket(), outcome);
            if (isTooLate(intent, run.ticket(), completion, failure)) {
                keepInterrupt(failure);
            } else if (!(outcome instanceof Outcome.Failed)) {
                throw failure;
            }
            return execution(outcome, completion);
        }
        return execution(outcome, end(intent, run.ticket(), outcome));
    }

    /** A fenced-out attempt's failure is no answer either (R10); since its caller does not see it, observers do. */
    private boolean isTooLate(Intent intent, Ticket ticket, Completion completion, Throwable failure) {
        boolean lost = completion instanceof Completion.Lost;
        if (lost) {
            String kind = failure.getClass().getName();
            events.publish(() -> new FailedTooLate(events.key(intent), ticket.attempt(), kind));
        }
        return lost;
    }

    /** The exception goes no further, but whoever interrupted the handler wants its caller to know. */
    private static void keepInterrupt(Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
    }

    private Completion end(Intent intent, Ticket ticket, Outcome outcome) {
        try (Desk desk = Desk.open(elsewhere)) {
            return Blocking.completion(
                    desk,
                    ticket.end(outcome).toCompletableFuture(),
                    Blocking.longest(intent.operation().completionWait()),
                    () -> ticket instanceof LiveTicket live ? live.unconfirmed() : new Completion.Unrecorded());
        }
    }

    CompletionStage<Execution> executeAsync(Intent intent, AsyncHandler handler) {
        CompletableFuture<Admission> admitted = idempotency.admitAsync(intent).toCompletableFuture();
        CompletableFuture<Execution> execution = admitted.thenCompose(admission -> run(intent, admission, handler));
        if (execution.isDone()) {
            return execution;
        }
        // A copy: a caller that cancels it has hung up. What runs goes on (R18), and what is not admitted yet will not
        // run.
        CompletableFuture<Execution> handed = execution.copy();
        Stages.whenOver(handed, () -> admitted.cancel(false));
        return handed;
    }

    private CompletionStage<Execution> run(Intent intent, Admission admission, AsyncHandler handler) {
        if (!(admission instanceof Admission.Run run)) {
            return CompletableFuture.completedFuture(notRun(admission));
        }
        return start(run.ticket(), handler)
                .thenCompose(outcome -> run.ticket().end(outcome).thenApply(end -> execution(outcome, end)))
                .exceptionallyCompose(failure -> failedLater(intent, run.ticket(), Stages.cause(failure)));
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
    private CompletionStage<Execution> failedLater(Intent intent, Ticket ticket, Throwable failure) {
        Outcome outcome = classify(intent.operation(), failure);
        return ticket.end(outcome)
                .thenCompose(completion ->
                        isTooLate(intent, ticket, completion, failure) || outcome instanceof Outcome.Failed
                                ? CompletableFuture.completedFuture(execution(outcome, completion))
                                : CompletableFuture.failedFuture(failure));
    }

    /** What the operation says of a failure; a classifier that fails itself knows nothing. */
    private static Outcome classify(Operation operation, Throwable failure) {
        try {
            return Objects.requireNonNull(operation.classifier().classify(failure));
        } catch (Throwable e) {
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
