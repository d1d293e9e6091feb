// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.util.Objects;

/**
 * How an attempt ended: a known outcome is saved, an attempt that did nothing frees the key, and everything else is in
 * doubt (R15). Immutable.
 */
public sealed interface Outcome {

    /** The work was done; every retry gets this answer. */
    static Outcome completed(Saved answer) {
        return new Completed(answer);
    }

    /** The work failed in a way that is known and final; every retry gets this answer. */
    static Outcome failed(Saved answer) {
        return new Failed(answer);
    }

    /** The attempt is known to have done nothing; the key is free for the next retry. */
    static Outcome released() {
        return new Released();
    }

    /** Nobody knows what the attempt did; the operation's choice in doubt applies to the next retry. */
    static Outcome inDoubt() {
        return new Doubtful();
    }

    /** Calls the method of the case that this outcome is. */
    <T> T match(Cases<T> cases);

    /**
     * One method for each case.
     *
     * @param <T> what they return
     */
    interface Cases<T> {

        T completed(Saved answer);

        T failed(Saved answer);

        T released();

        T inDoubt();
    }

    /**
     * See {@link #completed}.
     *
     * @param answer what every retry gets
     */
    record Completed(Saved answer) implements Outcome {

        public Completed {
            Objects.requireNonNull(answer, "a completed outcome needs an answer; it may be empty");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.completed(answer);
        }
    }

    /**
     * See {@link #failed}.
     *
     * @param answer what every retry gets
     */
    record Failed(Saved answer) implements Outcome {

        public Failed {
            Objects.requireNonNull(answer, "a failed outcome needs an answer; it may be empty");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.failed(answer);
        }
    }

    /** See {@link #released}. */
    record Released() implements Outcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.released();
        }
    }

    /** See {@link #inDoubt}. */
    record Doubtful() implements Outcome {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.inDoubt();
        }
    }
}
