// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import dev.semel.Admission.Unavailable;
import dev.semel.Completion;
import dev.semel.InDoubt;
import dev.semel.Intent;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Lets a blocking caller wait at its desk, with a deadline, and be interrupted without leaving anything behind. */
final class Blocking {

    private static final Duration SLACK = Duration.ofSeconds(5);
    private static final Duration SOON = Duration.ofSeconds(1);

    private Blocking() {}

    static Admission admission(Desk desk, CompletableFuture<Admission> admission, Caller caller, Duration limit) {
        try {
            return desk.await(admission, limit.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return givenUp(admission, caller, Unavailable.Cause.INTERRUPTED);
        } catch (TimeoutException e) {
            return givenUp(admission, caller, Unavailable.Cause.STORE);
        } catch (ExecutionException e) {
            throw new IllegalStateException("an admission never fails", e);
        }
    }

    /** Waits for what comes of a claim; who gives up waiting leaves nothing behind. */
    static Decided decision(Desk desk, CompletableFuture<Decided> decided, Duration limit) {
        try {
            return desk.await(decided, limit.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return undecided(decided, Unavailable.Cause.INTERRUPTED);
        } catch (TimeoutException e) {
            return undecided(decided, Unavailable.Cause.STORE);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a decision never fails", e);
        }
    }

    private static Decided undecided(CompletableFuture<Decided> decided, Unavailable.Cause cause) {
        Stages.follow(decided, late -> {
            if (late.admission() != null) {
                HandedOver.giveBack(late.admission());
            }
        });
        return Decided.admitted(new Unavailable(cause, SOON));
    }

    /** What the engine's own alarms bound already, and some slack: it only matters when those are stuck. */
    static Duration longest(Intent intent, Duration limit) {
        Duration reconcile = intent.operation().inDoubt() instanceof InDoubt.Reconcile choice
                ? choice.limit().plus(intent.operation().completionWait())
                : Duration.ZERO;
        return limit.multipliedBy(2)
                .plus(intent.operation().inFlight().deadline())
                .plus(reconcile)
                .plus(SLACK);
    }

    private static Admission givenUp(CompletableFuture<Admission> admission, Caller caller, Unavailable.Cause cause) {
        caller.hangUp();
        Stages.follow(admission, HandedOver::giveBack);
        return new Unavailable(cause, SOON);
    }

    /** Longer than any ticket takes to say what became of its ending: its own alarm comes first, unless that is stuck. */
    static Duration longest(Duration completionWait) {
        return completionWait.plus(SLACK);
    }

    /**
     * Waits for an ending to be recorded. An interrupt does not end the wait, and the caller gets its flag back
     * afterwards: the work is done, the wait is short, and only what comes of it says whether the caller may send its
     * answer or has lost its key (R10).
     */
    static Completion completion(
            Desk desk, CompletableFuture<Completion> completion, Duration limit, Supplier<Completion> unconfirmed) {
        long end = System.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return desk.await(completion, end - System.nanoTime());
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            return completion.isDone() ? completion.join() : unconfirmed.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a completion never fails", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
