// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Waits for stores, with a bound that no busy machine reaches. */
final class Await {

    static final Duration PATIENCE = Duration.ofMinutes(1);

    private Await() {}

    /** The answer of a call; what made the call fail is thrown as it is. */
    static <T> T answer(CompletionStage<T> stage) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        stage.whenComplete((value, failure) -> {
            if (failure == null) {
                answer.complete(value);
            } else {
                answer.completeExceptionally(failure);
            }
        });
        return joined(answer);
    }

    /** Asks again and again until the condition holds: it polls, since nobody tells when a lease has lapsed. */
    static void until(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new AssertionError("within " + PATIENCE.toSeconds() + " s it should have happened that " + what);
            }
            Thread.onSpinWait();
        }
    }

    private static <T> T joined(CompletableFuture<T> answer) {
        try {
            return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("the store did not answer within " + PATIENCE.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the store", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException("the store failed", e.getCause());
        }
    }
}
