// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.Admission;
import dev.semel.Admission.Unavailable;
import dev.semel.AsyncHandler;
import dev.semel.Completion;
import dev.semel.Execution;
import dev.semel.Handler;
import dev.semel.Idempotency;
import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.Reconciliation;
import dev.semel.Ticket;
import dev.semel.spi.IdempotencyStore;
import dev.semel.state.Abandon;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.BiFunction;

/** Engines that are wrong in what they tell their callers. */
final class BrokenAnswers {

    private BrokenAnswers() {}

    static List<Broken> all() {
        return List.of(
                broken("lets a waiter that times out remove the owner's record", "T1", WaiterRemovesTheOwner::new),
                broken("runs beside another attempt", "R6", RunsWithoutAGrant::new),
                broken("fails open by default", "T5, T18", FailsOpen::new),
                broken("leaves the ticket open after an exception", "T16", LeavesTheTicketOpen::new),
                broken("lets a fenced-out attempt send its own answer", "R10", SendsItsOwnAnswer::new),
                broken("asks the reconciler before it takes over", "R16", ReconcilesWithoutTakingOver::new),
                broken("raises the lost signal twice", "R10", SignalsTwice::new),
                broken("believes in its lease for ever", "R10", AlwaysOwner::new),
                broken("forgets a ticket when its caller is interrupted", "R18", ForgetsTheInterrupted::new),
                broken("answers a mismatch in flight as a conflict", "R6", MismatchInFlightIsAConflict::new),
                broken("frees the key after a known failure", "R6", FailureFrees::new),
                broken("frees the key after an oversize answer", "T9", OversizeFrees::new),
                broken("runs again what it cannot read", "T10", UnreadableRuns::new));
    }

    private static Broken broken(
            String name, String breaks, BiFunction<Idempotency, IdempotencyStore, Idempotency> wrong) {
        return new Broken(
                name,
                breaks,
                (store, timers, executor, settings) ->
                        wrong.apply(EngineMaker.REAL.engine(store, timers, executor, settings), store));
    }

    private static final class WaiterRemovesTheOwner extends EngineBetween {
        private final IdempotencyStore store;

        WaiterRemovesTheOwner(Idempotency engine, IdempotencyStore store) {
            super(engine);
            this.store = store;
        }

        @Override
        Admission instead(Intent intent, Admission admission) {
            if (admission instanceof Admission.Conflict
                    && intent.operation().inFlight().waits()) {
                store.find(intent.recordId()).thenAccept(seen -> seen.ifPresent(this::remove));
            }
            return admission;
        }

        private void remove(Sighting seen) {
            store.abandon(new Abandon(seen.record().id(), seen.record().claimId()));
        }
    }

    private static final class RunsWithoutAGrant extends EngineBetween {
        RunsWithoutAGrant(Idempotency engine, IdempotencyStore store) {
            super(engine);
        }

        @Override
        Admission instead(Intent intent, Admission admission) {
            return admission instanceof Admission.Conflict ? new Admission.Run(new UngrantedTicket()) : admission;
        }
    }

    private static final class FailsOpen extends EngineBetween {
        FailsOpen(Idempotency engine, IdempotencyStore store) {
            super(engine);
        }

        @Override
        public CompletionStage<Execution> executeAsync(Intent intent, AsyncHandler handler) {
            return super.executeAsync(intent, handler).thenCompose(execution -> {
                boolean unreachable =
                        execution instanceof Execution.NotRun not && not.admission() instanceof Unavailable;
                return unreachable ? unprotected(handler) : CompletableFuture.completedFuture(execution);
            });
        }

        private static CompletionStage<Execution> unprotected(AsyncHandler handler) {
            try {
                return handler.handle(new UngrantedTicket()).thenApply(outcome -> new Execution.Released());
            } catch (Exception e) {
                return CompletableFuture.failedFuture(e);
            }
        }
    }

    private static final class LeavesTheTicketOpen extends EngineBetween {
        LeavesTheTicketOpen(Idempotency engine, IdempotencyStore store) {
            super(engine);
        }

        @Override
        public Execution execute(Intent intent, Handler handler) throws Exception {
            if (!(admit(intent) instanceof Admission.Run run)) {
                return super.execute(intent, handler);
            }
            Outcome outcome = handler.handle(run.ticket());
            run.ticket().end(outcome);
            return new Execution.Released();
        }
    }

    private static final class SendsItsOwnAnswer extends EngineBetween {
        SendsItsOwnAnswer(Idempotency engine, IdempotencyStore store) {
            super(engine);
        }

        @Override
        Ticket instead(Intent intent, Ticket ticket) {
            return new TicketBetween(ticket) {
                @Override
                public CompletionStage<Completion> end(Outcome outcome) {
                    return super.end(outcome)
                            .thenApply(end -> end instanceof Completion.Lost ? new Completion.Unrecorded() : end);
                }
            };
        }
    }

    private static final class ReconcilesWithoutTakingOver extends EngineBetween {
        private final IdempotencyStore store;

        ReconcilesWithoutTakingOver(Idempotency engine, IdempotencyStore store) {
            super(engine);
            this.store = store;
        }

        @Override
        public CompletionStage<Admission> admitAsync(Intent intent) {
            return store.find(intent.recordId()).thenCompose(seen -> {
                boolean doubtful = seen.isPresent()
                        && !seen.get().leaseLive()
                        && seen.get().standingAnswer().isEmpty();
                return doubtful && intent.operation().inDoubt() instanceof InDoubt.Reconcile choice
                        ? ask(intent, choice, seen.get())
                        : super.admitAsync(intent);
            });
        }

        private CompletionStage<Admission> ask(Intent intent, InDoubt.Reconcile choice, Sighting seen) {
            try {
                return choice.reconciler()
                        .reconcile(new dev.semel.Doubt(
                                intent,
                                seen.record().attempt(),
                                seen.record().reason(),
                                seen.record().history()))
                        .thenApply(BrokenAnswers::told);
            } catch (Exception e) {
                return super.admitAsync(intent);
            }
        }
    }

    private static Admission told(Reconciliation answer) {
        return answer instanceof Reconciliation.DidNotHappen
                ? new Admission.Run(new UngrantedTicket())
                : new Admission.Conflict(Admission.Conflict.Cause.IN_DOUBT, Duration.ofSeconds(1));
    }

    private static final class SignalsTwice extends EngineBetween {
        SignalsTwice(Idempotency engine, IdempotencyStore store) {
            super(engine);
        }

        @Override
        Ticket instead(Intent intent, Ticket ticket) {
            return new TicketBetween(ticket) {
                @Override
                public void onLost(Runnable signal) {
                    super.onLost(signal);
                    super.onLost(signal);
                }
            };
        }
    }

    private static final class AlwaysOwner extends EngineBetween {
        AlwaysOwner(Idempotency engine, IdempotencyStore store) {
            super(engine);
        }

        @Override
        Ticket instead(Intent intent, Ticket ticket) {
            return new TicketBetween(ticket) {
                @Override
                public boolean isOwner() {
                    return true;
                }
            };
        }
    }

    private static final class ForgetsTheInterrupted extends EngineBetween {
        ForgetsTheInterrupted(Idempotency engine, IdempotencyStore store) {
            super(engine);
        }

        @Override
        public Admission admit(Intent intent) {
            try {
                return admitAsync(intent).toCompletableFuture().get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new Unavailable(Unavailable.Cause.INTERRUPTED, Duration.ofSeconds(1));
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static final class MismatchInFlightIsAConflict extends EngineBetween {
        MismatchInFlightIsAConflict(Idempotency engine, IdempotencyStore store) {
            super(engine);
        }

        @Override
        Admission instead(Intent intent, Admission admission) {
            return admission instanceof Admission.Mismatch
                    ? new Admission.Conflict(Admission.Conflict.Cause.IN_PROGRESS, Duration.ofSeconds(1))
                    : admission;
        }
    }

    private static final class FailureFrees extends EngineBetween {
        FailureFrees(Idempotency engine, IdempotencyStore store) {
            super(engine);
        }

        @Override
        Ticket instead(Intent intent, Ticket ticket) {
            return new TicketBetween(ticket) {
                @Override
                public CompletionStage<Completion> end(Outcome outcome) {
                    return super.end(outcome instanceof Outcome.Failed ? Outcome.released() : outcome);
                }
            };
        }
    }

    private static final class OversizeFrees extends EngineBetween {
        OversizeFrees(Idempotency engine, IdempotencyStore store) {
            super(engine);
        }

        @Override
        Ticket instead(Intent intent, Ticket ticket) {
            return new TicketBetween(ticket) {
                @Override
                public CompletionStage<Completion> end(Outcome outcome) {
                    boolean large = outcome instanceof Outcome.Completed done
                            && done.answer().size() > intent.operation().answerLimit();
                    return super.end(large ? Outcome.released() : outcome);
                }
            };
        }
    }

    private static final class UnreadableRuns extends EngineBetween {
        UnreadableRuns(Idempotency engine, IdempotencyStore store) {
            super(engine);
        }

        @Override
        Admission instead(Intent intent, Admission admission) {
            return admission instanceof Unavailable refused && refused.cause() == Unavailable.Cause.UNREADABLE
                    ? new Admission.Run(new UngrantedTicket())
                    : admission;
        }
    }
}
