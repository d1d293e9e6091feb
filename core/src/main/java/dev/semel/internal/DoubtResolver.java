// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Doubt;
import dev.semel.InDoubt;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Reconciliation;
import dev.semel.event.AdmissionEvent.Reconciled;
import dev.semel.spi.Timers;
import dev.semel.state.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Has a reconciler find out what the attempts before did, and applies its answer under the fence (R16). */
final class DoubtResolver {

    private final StoreCalls calls;
    private final Timers timers;
    private final EventHub events;
    private final Executor reconcilers;
    private final OpenQuestions questions;

    DoubtResolver(Shared shared) {
        this.calls = shared.calls();
        this.timers = shared.timers();
        this.events = shared.events();
        this.reconcilers = shared.reconcilers();
        this.questions = new OpenQuestions(shared.timers());
    }

    /** The ticket is held, and its lease kept, while the reconciler is asked. */
    CompletableFuture<Admission> resolve(LiveTicket ticket, InDoubt.Reconcile choice) {
        long began = timers.nanoTime();
        CompletableFuture<Reconciliation> found = new CompletableFuture<>();
        Timers.Alarm alarm =
                timers.schedule(choice.limit(), () -> calls.hop(() -> found.complete(Reconciliation.unknown())));
        askSoon(ticket, choice, found);
        return found.exceptionally(failure -> Reconciliation.unknown()).thenCompose(answer -> {
            alarm.cancel();
            Duration took = Duration.ofNanos(timers.nanoTime() - began);
            events.publish(() -> new Reconciled(events.key(ticket.intent()), ticket.attempt(), word(answer), took));
            return apply(ticket, answer);
        });
    }

    /** On the reconcilers' own executor: one that hangs must not hold up the store's answers to everybody else. */
    private void askSoon(LiveTicket ticket, InDoubt.Reconcile choice, CompletableFuture<Reconciliation> found) {
        if (questions.isOpen(ticket.record().id())) {
            found.complete(Reconciliation.unknown());
            return;
        }
        try {
            reconcilers.execute(() -> ask(ticket, choice, found));
        } catch (Throwable e) {
            // There is no room for it, or the executor is broken.
            found.complete(Reconciliation.unknown());
        }
    }

    private void ask(LiveTicket ticket, InDoubt.Reconcile choice, CompletableFuture<Reconciliation> found) {
        // Nobody waits any more for one whose time was over before its turn came.
        OpenQuestions.Question question = found.isDone() ? null : questions.open(ticket.intent());
        if (question == null) {
            calls.hop(() -> found.complete(Reconciliation.unknown()));
            return;
        }
        Consumer<Reconciliation> tell = told -> {
            questions.close(question);
            calls.hop(() -> found.complete(told));
        };
        Doubt doubt = new Doubt(ticket.intent(), ticket.attempt(), ticket.reason(), ticket.history());
        try {
            Stages.follow(choice.reconciler().reconcile(doubt), tell, failure -> tell.accept(Reconciliation.unknown()));
        } catch (Throwable e) {
            // Whatever it was: who waits for the reconciler must hear something.
            tell.accept(Reconciliation.unknown());
        }
    }

    private CompletableFuture<Admission> apply(LiveTicket ticket, Reconciliation answer) {
        if (answer instanceof Reconciliation.Happened happened) {
            Outcome outcome =
                    happened.success() ? Outcome.completed(happened.answer()) : Outcome.failed(happened.answer());
            return ticket.end(outcome).toCompletableFuture().thenApply(end -> told(ticket, happened, end));
        }
        // Who lost the lease while asking does not run, whatever the answer: somebody else may.
        if (answer instanceof Reconciliation.DidNotHappen && ticket.isOwner()) {
            ticket.settleDoubt();
            return CompletableFuture.completedFuture(new Admission.Run(ticket));
        }
        return ticket.doubt()
                .toCompletableFuture()
                .thenApply(end -> end instanceof Completion.Lost lost ? lost.instead() : Losers.stillUnknown());
    }

    /** The retry gets what was found, recorded or not, unless another attempt took over meanwhile. */
    private static Admission told(LiveTicket ticket, Reconciliation.Happened happened, Completion end) {
        if (end instanceof Completion.Lost lost) {
            return lost.instead();
        }
        Operation operation = ticket.intent().operation();
        Instant at = end instanceof Completion.Recorded recorded
                ? recorded.sighting().at()
                : ticket.record().leaseUntil().minus(operation.lease());
        Answer answer = new Answer(happened.success(), happened.answer(), operation.version(), ticket.attempt(), at);
        return new Admission.Replay(answer, operation.retention());
    }

    private static String word(Reconciliation answer) {
        if (answer instanceof Reconciliation.Happened happened) {
            return happened.success() ? "happened" : "failed";
        }
        return answer instanceof Reconciliation.DidNotHappen ? "did-not-happen" : "unknown";
    }
}
