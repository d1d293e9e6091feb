// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.spi.StoreUnavailableException;
import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Calls a store so that the caller always gets an answer in time, and never on a thread of the store's: what the store
 * had ready is passed on at once, everything else comes on the executor.
 */
final class StoreCalls {

    private final Timers timers;
    private final Executor executor;

    StoreCalls(Timers timers, Executor executor) {
        this.timers = timers;
        this.executor = executor;
    }

    <T> CompletableFuture<T> within(Duration limit, Supplier<CompletionStage<T>> call) {
        return within(limit, call, late -> {});
    }

    /** Calls the store; an answer that comes after the limit goes to {@code late}. */
    <T> CompletableFuture<T> within(Duration limit, Supplier<CompletionStage<T>> call, Consumer<T> late) {
        CompletableFuture<T> answer = begin(call);
        return answer.isDone() ? answer : bounded(limit, answer, late, this::hop);
    }

    /**
     * As {@link #within}, but the answer is passed on by whoever brings it: for what is followed by short work of the
     * engine's own, and must not stand behind users' work in a busy executor.
     */
    <T> CompletableFuture<T> directlyWithin(Duration limit, Supplier<CompletionStage<T>> call) {
        CompletableFuture<T> answer = begin(call);
        return answer.isDone() ? answer : bounded(limit, answer, late -> {}, Runnable::run);
    }

    private <T> CompletableFuture<T> bounded(
            Duration limit, CompletableFuture<T> answer, Consumer<T> late, Executor via) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Timers.Alarm alarm = timers.schedule(
                limit,
                () -> via.execute(() -> result.completeExceptionally(
                        new StoreUnavailableException("the store did not answer within " + limit.toMillis() + " ms"))));
        Stages.follow(
                answer,
                value -> {
                    alarm.cancel();
                    via.execute(() -> {
                        if (!result.complete(value)) {
                            late.accept(value);
                        }
                    });
                },
                failure -> {
                    alarm.cancel();
                    via.execute(() -> result.completeExceptionally(failure));
                });
        return result;
    }

    /** A stage that completes on the executor after a pause. */
    CompletableFuture<Void> pause(Duration pause) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        timers.schedule(pause, () -> hop(() -> over.complete(null)));
        return over;
    }

    /** Runs the task on the executor; here, if the executor is full, since a lost answer would be worse. */
    void hop(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    /** A store that throws instead of failing its stage is told like any other failure. */
    private static <T> CompletableFuture<T> begin(Supplier<CompletionStage<T>> call) {
        try {
            return call.get().toCompletableFuture();
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
