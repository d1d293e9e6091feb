// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import dev.semel.spi.StoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One fault that hits one call. A test waits for it with {@link #struck()} and, where the fault holds something back,
 * ends it with {@link #letGo()}.
 *
 * <p>Safe for use by several threads.
 */
public final class Strike {

    private final Fault fault;
    private final CompletableFuture<Void> struck = new CompletableFuture<>();
    private final CompletableFuture<Void> gate = new CompletableFuture<>();

    Strike(Fault fault) {
        this.fault = fault;
    }

    /** What goes wrong. */
    public Fault fault() {
        return fault;
    }

    /** Completes once the fault has hit a call; where the fault lets an effect happen, after that effect. */
    public CompletableFuture<Void> struck() {
        return struck.copy();
    }

    /**
     * Lets what is held back go on: a delayed request, a delayed reply, an echo. Does nothing for other faults, or a
     * second time; before the fault has struck it takes the delay away.
     */
    public void letGo() {
        gate.complete(null);
    }

    /** Whether the fault keeps something back until it is let go. */
    boolean holdsBack() {
        return fault == Fault.REQUEST_DELAYED || fault == Fault.REPLY_DELAYED || fault == Fault.ECHOED;
    }

    boolean isOver() {
        return gate.isDone();
    }

    /** Plays the fault on a call that can be delivered any number of times. */
    <T> CompletionStage<T> play(Supplier<CompletionStage<T>> delivery) {
        return switch (fault) {
            case REQUEST_LOST -> strike(failed("the request was lost: nothing happened"));
            case REPLY_LOST ->
                strikeAfter(delivery.get()).thenCompose(answer -> failed("the reply was lost: the effect happened"));
            case REQUEST_DELAYED -> strike(gate.thenCompose(open -> delivery.get()));
            case REPLY_DELAYED -> delayed(strikeAfter(delivery.get()));
            case TWICE_FIRST_ANSWER -> strikeAfter(delivery.get().thenCompose(first -> again(delivery, first)));
            case TWICE_SECOND_ANSWER ->
                strikeAfter(delivery.get().handle(Strike::either).thenCompose(any -> delivery.get()));
            case ECHOED -> echoed(strikeAfter(delivery.get()), delivery);
            case REQUEST_SWALLOWED -> strike(new CompletableFuture<>());
            case REPLY_SWALLOWED -> swallowed(strikeAfter(delivery.get()));
        };
    }

    private <T> CompletionStage<T> delayed(CompletionStage<T> delivered) {
        return gate.thenCompose(open -> delivered);
    }

    private <T> CompletionStage<T> echoed(CompletionStage<T> delivered, Supplier<CompletionStage<T>> delivery) {
        // Holds even when the gate is open already: the echo follows what it repeats.
        delivered.handle(Strike::either).thenCombine(gate, (any, open) -> delivery.get());
        return delivered;
    }

    private static <T> CompletionStage<T> again(Supplier<CompletionStage<T>> delivery, T first) {
        return delivery.get().handle((second, failure) -> first);
    }

    /** An answer that never comes; what was delivered stays delivered. */
    private static <T> CompletionStage<T> swallowed(CompletionStage<T> delivered) {
        return delivered.handle(Strike::either).thenCompose(any -> new CompletableFuture<>());
    }

    private static boolean either(@Nullable Object answer, @Nullable Throwable failure) {
        return failure == null;
    }

    private <T> CompletionStage<T> strike(CompletionStage<T> outcome) {
        struck.complete(null);
        return outcome;
    }

    private <T> CompletionStage<T> strikeAfter(CompletionStage<T> delivered) {
        return delivered.whenComplete((answer, failure) -> struck.complete(null));
    }

    private static <T> CompletionStage<T> failed(String what) {
        return CompletableFuture.failedFuture(new StoreUnavailableException("a test's fault: " + what));
    }

    @Override
    public String toString() {
        return "Strike[" + fault + (struck.isDone() ? ", struck" : ", waiting") + "]";
    }
}
