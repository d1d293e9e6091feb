// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import dev.semel.state.Answer;
import java.time.Duration;

/** What a caller may do: run, or take an answer that is already there, or neither (R6). Immutable. */
public sealed interface Admission {

    /** Calls the method of the case that this admission is. */
    <T> T match(Cases<T> cases);

    /**
     * One method for each case.
     *
     * @param <T> what they return
     */
    interface Cases<T> {

        T run(Run run);

        T replay(Replay replay);

        T conflict(Conflict conflict);

        T mismatch(Mismatch mismatch);

        T expiredKey(ExpiredKey expiredKey);

        T held(Held held);

        T unavailable(Unavailable unavailable);
    }

    /**
     * The caller runs, and ends the ticket in every case.
     *
     * @param ticket what the caller holds
     */
    record Run(Ticket ticket) implements Admission {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.run(this);
        }
    }

    /**
     * The work has been done: this is its answer, byte for byte.
     *
     * @param answer the saved answer, converted where the operation says so
     * @param retentionLeft for how long it is still kept
     */
    record Replay(Answer answer, Duration retentionLeft) implements Admission {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.replay(this);
        }
    }

    /**
     * Another attempt runs, or it is not yet known what one did: try again after a while.
     *
     * @param cause which of the two
     * @param retryAfter after how long
     */
    record Conflict(Conflict.Cause cause, Duration retryAfter) implements Admission {

        /** Why the caller has to come again. */
        public enum Cause {
            /** Another attempt holds the lease. */
            IN_PROGRESS,
            /** An attempt's outcome is unknown, and could not be found out now. */
            IN_DOUBT
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.conflict(this);
        }
    }

    /** The key was used for another payload. */
    record Mismatch() implements Admission {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.mismatch(this);
        }
    }

    /** The key is older than the operation keeps its records: whether it was used cannot be told (R14). */
    record ExpiredKey() implements Admission {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.expiredKey(this);
        }
    }

    /**
     * Nobody knows what the last attempt did, and the operation holds such keys until somebody settles them (R16).
     *
     * @param attempt the number of the attempt in doubt
     */
    record Held(int attempt) implements Admission {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.held(this);
        }
    }

    /**
     * It cannot be decided who runs, so nobody does (R29).
     *
     * @param cause why
     * @param retryAfter after how long to try again
     */
    record Unavailable(Unavailable.Cause cause, Duration retryAfter) implements Admission {

        /** Why it cannot be decided. */
        public enum Cause {
            /** The store did not answer, or refused. */
            STORE,
            /** There is a record that cannot be read; it is never run again because of that (R20). */
            UNREADABLE,
            /** Too much is under way in this process. */
            OVERLOADED,
            /** The engine is closing. */
            CLOSING,
            /** The waiting caller was interrupted. */
            INTERRUPTED
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.unavailable(this);
        }
    }
}
