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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Lets a blocking caller wait, with a deadline, and be interrupted without leaving anything behind. */
final class Blocking {

    private static final Duration SLACK = Duration.ofSeconds(5);

    private Blocking() {}

    static Admission admission(CompletableFuture<Admission> admission, Intent intent, Duration limit) {
        if (admission.isDone()) {
            return admission.join();
        }
        try {
            return admission.get(longest(intent, limit).toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return givenUp(admission, Unavailable.Cause.INTERRUPTED);
        } catch (TimeoutException e) {
            return givenUp(admission, Unavailable.Cause.STORE);
        } catch (ExecutionException e) {
            throw new IllegalStateException("an admission never fails", e);
        }
    }

    /** What the engine's own alarms bound already, and some slack: it only matters when those are stuck. */
    private static Duration longest(Intent intent, Duration limit) {
        Duration reconcile = intent.operation().inDoubt() instanceof InDoubt.Reconcile choice
                ? choice.limit().plus(intent.operation().completionWait())
                : Duration.ZERO;
        return limit.multipliedBy(2)
                .plus(intent.operation().inFlight().deadline())
                .plus(reconcile)
                .plus(SLACK);
    }

    private static Admission givenUp(CompletableFuture<Admission> admission, Unavailable.Cause cause) {
        Stages.follow(admission, HandedOver::giveBack);
        return new Unavailable(cause, Duration.ofSeconds(1));
    }

    /** Waits for an ending to be recorded; an interrupted caller goes on, and so does the recording (R18). */
    static Completion completion(CompletableFuture<Completion> completion, Duration wait) {
        try {
            // The engine's own alarm comes first, unless the engine was closed under a running attempt.
            return completion.get(wait.plus(SLACK).toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return completion.getNow(new Completion.Unrecorded());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return completion.getNow(new Completion.Unrecorded());
        } catch (ExecutionException e) {
            throw new IllegalStateException("a completion never fails", e);
        }
    }
}
