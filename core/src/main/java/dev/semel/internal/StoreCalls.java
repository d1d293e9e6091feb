// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.spi.StoreUnavailableException;
import dev.semel.spi.Timers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls a store so that the caller always gets an answer in time, and never on a thread of the store's: what the store
 * had ready is passed on at once, everything else comes on the executor, or to the desk of a caller that waits for it.
 */
final class StoreCalls {

    private static final Duration UNTIL_THERE_IS_ROOM = Duration.ofMillis(50);

    private final Timers timers;
    private final Deadlines deadlines;
    private final Executor executor;
    private final Executor overflow;

    /** Most calls have this limit. */
    StoreCalls(Timers timers, Duration limit, Executor executor, Executor overflow) {
        this.timers = timers;
        this.deadlines = new Deadlines(timers, limit);
        this.executor = executor;
        this.overflow = overflow;
    }

    <T> CompletableFuture<T> within(Duration limit, Supplier<CompletionStage<T>> call) {
        return within(limit, call, late -> {});
    }

    /** Calls the store; an answer that comes after the limit goes to {@code late}. */
    <T> CompletableFuture<T> within(Duration limit, Supplier<CompletionStage<T>> call, Consumer<T> late) {
        CompletableFuture<T> answer = begin(call);
        if (answer.isDone()) {
            return answer;
        }
        Desk desk = Desk.here();
        return bounded(limit, answer, late, desk == null ? this::hop : desk);
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
        Timers.Alarm alarm = atEndOf(
                limit,
                () -> via.execute(() -> result.completeExceptionally(
                        new StoreUnavailableException("the store did not answer within " + limit.toMillis() + " ms"))));
        Consumer<Throwable> fail = failure -> {
            alarm.cancel();
            via.execute(() -> result.completeExceptionally(failure));
        };
        Stages.follow(
                answer,
                value -> {
                    if (value == null) {
                        fail.accept(nothing());
                        return;
                    }
                    alarm.cancel();
                    via.execute(() -> {
                        if (!result.complete(value)) {
                            late.accept(value);
                        }
                    });
                },
                fail);
        return result;
    }

    private Timers.Alarm atEndOf(Duration limit, Runnable task) {
        return limit.equals(deadlines.delay()) ? deadlines.add(task) : timers.schedule(limit, task);
    }

    /** A stage that completes on the executor after a pause. */
    CompletableFuture<Void> pause(Duration pause) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        timers.schedule(pause, () -> hop(() -> over.complete(null)));
        return over;
    }

    /**
     * Runs the task on the executor; when that is full, on threads of the engine's own, and when those are full, later. Never
     * here: the task may reach a user's code, and this may be the timers' only thread, or one of the store's (T15).
     */
    void hop(Runnable task) {
        hop(new Once(task));
    }

    private void hop(Once task) {
        if (!task.isTakenBy(executor) && !task.isTakenBy(overflow)) {
            timers.schedule(UNTIL_THERE_IS_ROOM, () -> hop(task));
        }
    }

    /** A store that throws instead of failing its stage, or answers nothing, is told like any other failure. */
    private static <T> CompletableFuture<T> begin(Supplier<CompletionStage<T>> call) {
        try {
            CompletableFuture<T> answer = call.get().toCompletableFuture();
            return Stages.isAnswered(answer) && answer.join() == null
                    ? CompletableFuture.failedFuture(nothing())
                    : answer;
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Whoever asked knows what to do after a failure; a null would only break whatever follows. */
    private static StoreUnavailableException nothing() {
        return new StoreUnavailableException("the store answered nothing (null); that is a defect of the store");
    }

    /** A task that runs at most once, even if an executor throws after it has taken it. */
    private static final class Once extends AtomicReference<@Nullable Runnable> implements Runnable {

        private static final long serialVersionUID = 1;

        Once(Runnable task) {
            super(task);
        }

        /** An executor that breaks counts as one that is full: the task needs a thread all the same. */
        boolean isTakenBy(Executor executor) {
            try {
                executor.execute(this);
                return true;
            } catch (Throwable e) {
                return get() == null;
            }
        }

        @Override
        public void run() {
            Runnable mine = getAndSet(null);
            if (mine != null) {
                mine.run();
            }
        }
    }
}
