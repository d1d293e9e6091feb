// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.io.Serial;
import java.util.Optional;

/** What became of an execution: there is an answer, or there is none and the admission says why. Immutable. */
public sealed interface Execution {

    /** The answer, where there is one. */
    default Optional<Answered> answered() {
        return this instanceof Answered answered ? Optional.of(answered) : Optional.empty();
    }

    /**
     * The value of a successful answer.
     *
     * @throws NotAnsweredException when there is no answer, or it is a saved failure, or its bytes were not kept
     */
    default <T> T value(Codec<T> codec) {
        if (this instanceof Answered answered
                && answered.success()
                && !answered.saved().isOmitted()) {
            return codec.load(answered.saved());
        }
        throw new NotAnsweredException(this);
    }

    /**
     * There is an answer: this caller's own, or the saved one of an earlier attempt.
     *
     * @param success whether it is a success or a known failure
     * @param saved the answer
     * @param replayed whether an earlier attempt gave it
     */
    record Answered(boolean success, Saved saved, boolean replayed) implements Execution {}

    /**
     * The handler did not run, or its answer does not count because another attempt took over.
     *
     * @param admission why, and what the caller gets
     */
    record NotRun(Admission admission) implements Execution {}

    /** The handler ran and freed the key: it did nothing, and a retry runs again. */
    record Released() implements Execution {}

    /** The handler ran and said that nobody knows what it did. */
    record InDoubt() implements Execution {}

    /** A value was asked for where there is none. */
    final class NotAnsweredException extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1;

        private final transient Execution execution;

        NotAnsweredException(Execution execution) {
            super("there is no value: " + describe(execution));
            this.execution = execution;
        }

        /** What became of the execution instead. */
        public Execution execution() {
            return execution;
        }

        private static String describe(Execution execution) {
            if (execution instanceof NotRun notRun) {
                return "the work did not run, " + notRun.admission().getClass().getSimpleName()
                        + "; see execution() for what to answer";
            }
            if (execution instanceof Answered answered) {
                return answered.success()
                        ? "the work was done, but its answer was too large to keep; it is never done again"
                        : "the work failed in a known way; see execution() for the saved failure";
            }
            return execution instanceof Released
                    ? "the handler released the key; a retry runs again"
                    : "the handler's outcome is in doubt; a retry follows the operation's choice in doubt";
        }
    }
}
