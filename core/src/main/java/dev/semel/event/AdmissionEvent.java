// SPDX-License-Identifier: Apache-2.0
package dev.semel.event;

import dev.semel.Admission;
import dev.semel.spi.StoreException;
import dev.semel.state.Reason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An intent was admitted or refused. */
public interface AdmissionEvent extends SemelEvent {

    /** Which key. */
    KeyRef key();

    /**
     * The caller runs.
     *
     * @param key which key
     * @param attempt the attempt's number
     * @param reason why it began
     */
    record Granted(KeyRef key, int attempt, Reason reason) implements AdmissionEvent {
        @Override
        public String describe() {
            return "attempt " + attempt + " of key " + key + " runs (" + reason + ")";
        }
    }

    /**
     * The caller got the saved answer.
     *
     * @param key which key
     * @param success whether it is a success or a known failure
     * @param omitted whether its bytes were too many to keep
     */
    record Replayed(KeyRef key, boolean success, boolean omitted) implements AdmissionEvent {
        @Override
        public String describe() {
            return "key " + key + " was replayed";
        }
    }

    /**
     * The caller has to come again.
     *
     * @param key which key
     * @param cause whether an attempt runs or is in doubt
     */
    record Conflicted(KeyRef key, Admission.Conflict.Cause cause) implements AdmissionEvent {
        @Override
        public String describe() {
            return "key " + key + " is busy (" + cause + ")";
        }
    }

    /**
     * The key was used for another payload.
     *
     * @param key which key
     */
    record Mismatched(KeyRef key) implements AdmissionEvent {
        @Override
        public String describe() {
            return "key " + key + " was used again for another payload";
        }
    }

    /**
     * The key was older than its operation keeps records.
     *
     * @param key which key
     */
    record KeyExpired(KeyRef key) implements AdmissionEvent {
        @Override
        public String describe() {
            return "key " + key + " is older than its operation keeps records";
        }
    }

    /**
     * The key waits for somebody to settle it.
     *
     * @param key which key
     * @param attempt the attempt in doubt
     */
    record HeldBack(KeyRef key, int attempt) implements AdmissionEvent {
        @Override
        public boolean isWarning() {
            return true;
        }

        @Override
        public String describe() {
            return "key " + key + " is held: nobody knows what attempt " + attempt + " did; settle it";
        }
    }

    /**
     * It could not be decided who runs, so nobody does.
     *
     * @param key which key
     * @param cause why
     */
    record Undecided(KeyRef key, Admission.Unavailable.Cause cause) implements AdmissionEvent {
        @Override
        public boolean isWarning() {
            return true;
        }

        @Override
        public String describe() {
            return "key " + key + " could not be admitted (" + cause + "): nothing ran";
        }
    }

    /**
     * The store did not answer a claim, however often it was sent.
     *
     * @param key which key
     * @param failure what went wrong
     */
    record StoreFailed(KeyRef key, String failure) implements AdmissionEvent {

        /** Names the failure; the message is shown only of those that promise to show nothing secret (R27). */
        public static StoreFailed of(KeyRef key, @Nullable Throwable failure) {
            String name = failure == null ? "unknown" : failure.getClass().getName();
            return new StoreFailed(key, failure instanceof StoreException ? name + ": " + failure.getMessage() : name);
        }

        @Override
        public boolean isWarning() {
            return true;
        }

        @Override
        public String describe() {
            return "the store did not answer a claim of key " + key + ": " + failure;
        }
    }

    /**
     * The work ran without protection because the store could not be reached and the operation fails open.
     *
     * @param key which key
     */
    record RanUnprotected(KeyRef key) implements AdmissionEvent {
        @Override
        public boolean isWarning() {
            return true;
        }

        @Override
        public String describe() {
            return "key " + key + " runs unprotected: the store could not be reached and the operation fails open";
        }
    }

    /**
     * A reconciler was asked what an earlier attempt did.
     *
     * @param key which key
     * @param attempt the attempt that asked
     * @param result its answer in a word: happened, failed, did-not-happen or unknown
     * @param took how long it took, by this process's clock
     */
    record Reconciled(KeyRef key, int attempt, String result, Duration took) implements AdmissionEvent {
        @Override
        public String describe() {
            return "attempt " + attempt + " of key " + key + " asked what happened before: " + result;
        }
    }

    /**
     * A caller gave up its claim unanswered, and what the claim may have taken was freed, or could not be.
     *
     * @param key which key
     * @param freed whether there was something to free
     * @param answered whether the store answered at last
     */
    record ClaimAbandoned(KeyRef key, boolean freed, boolean answered) implements AdmissionEvent {
        @Override
        public boolean isWarning() {
            return !answered;
        }

        @Override
        public String describe() {
            return answered
                    ? "an unanswered claim of key " + key + (freed ? " was freed" : " had taken nothing")
                    : "an unanswered claim of key " + key + " could not be freed: its lease, if any, will lapse";
        }
    }
}
