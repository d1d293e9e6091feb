// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.util.Objects;

/** What a reconciler found out. Immutable. */
public sealed interface Reconciliation {

    /** It happened, and this is its answer: saved, and given to this retry and every later one. */
    static Reconciliation happened(Saved answer) {
        return new Happened(true, answer);
    }

    /** It failed for good, and this is its answer: saved, and given to this retry and every later one. */
    static Reconciliation failed(Saved answer) {
        return new Happened(false, answer);
    }

    /** It did not happen: this retry runs. */
    static Reconciliation didNotHappen() {
        return new DidNotHappen();
    }

    /** It cannot be told yet: this retry gets a conflict, and the next one asks again. */
    static Reconciliation unknown() {
        return new Unknown();
    }

    /**
     * See {@link #happened}.
     *
     * @param success whether it succeeded
     * @param answer what every retry gets
     */
    record Happened(boolean success, Saved answer) implements Reconciliation {

        public Happened {
            Objects.requireNonNull(answer, "what happened needs an answer; it may be empty");
        }
    }

    /** See {@link #didNotHappen}. */
    record DidNotHappen() implements Reconciliation {}

    /** See {@link #unknown}. */
    record Unknown() implements Reconciliation {}
}
