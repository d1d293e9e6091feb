// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Ends chains of stages so that nothing is lost in them: a defect in what follows a stage is logged, not swallowed. */
final class Stages {

    private static final System.Logger LOG = System.getLogger("dev.semel");

    private Stages() {}

    /** Does one thing or the other when the stage is over. */
    static <T> void follow(CompletionStage<T> stage, Consumer<? super T> onValue, Consumer<Throwable> onFailure) {
        CompletionStage<T> unused = stage.whenComplete((value, failure) -> {
            try {
                if (failure == null) {
                    onValue.accept(value);
                } else {
                    onFailure.accept(cause(failure));
                }
            } catch (Throwable e) {
                // The stage would swallow an error without a word.
                LOG.log(System.Logger.Level.ERROR, "a defect in the engine; please report it", e);
            }
        });
    }

    /** Does the thing when the stage is over, if it did not fail. */
    static <T> void follow(CompletionStage<T> stage, Consumer<? super T> onValue) {
        follow(stage, onValue, failure -> {});
    }

    /** Does the thing when the stage is over, in whatever way. */
    static void whenOver(CompletionStage<?> stage, Runnable then) {
        follow(stage, value -> then.run(), failure -> then.run());
    }

    static <T> boolean isAnswered(CompletableFuture<T> stage) {
        return stage.isDone() && !stage.isCompletedExceptionally();
    }

    /** What went wrong, without the wrapping that stages put around it. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }
}
