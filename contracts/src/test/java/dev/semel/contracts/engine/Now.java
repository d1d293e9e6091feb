// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Reads stages in virtual time: what is due is there, and nobody waits for it. */
final class Now {

    private static final long PATIENCE_SECONDS = 30;

    private Now() {}

    /** The value, which must be there already. */
    static <T> T of(CompletionStage<T> stage) {
        CompletableFuture<T> future = stage.toCompletableFuture();
        if (!future.isDone()) {
            throw new AssertionError("the answer should be there by now");
        }
        return later(future);
    }

    /** What the stage failed with; it must have failed already. */
    static Throwable failure(CompletionStage<?> stage) {
        CompletableFuture<?> future = stage.toCompletableFuture();
        if (!future.isCompletedExceptionally()) {
            throw new AssertionError("the stage should have failed by now: " + future);
        }
        Throwable failure = future.handle((value, thrown) -> thrown).join();
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Asks again and again, for tests of real threads where nobody tells. */
    static void until(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                throw new AssertionError("within " + PATIENCE_SECONDS + " s it should have happened that " + what);
            }
            Thread.onSpinWait();
        }
    }

    /** The value, for which a test of real threads waits. */
    static <T> T later(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("no answer within " + PATIENCE_SECONDS + " s", e);
        } catch (ExecutionException e) {
            throw new AssertionError("the stage should not fail, it did with " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
