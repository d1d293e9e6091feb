// SPDX-License-Identifier: Apache-2.0
package dev.semel.event;

import dev.semel.state.State;
import java.time.Duration;

/** Something happened to a running attempt. */
public interface TicketEvent extends SemelEvent {

    /** Which key. */
    KeyRef key();

    /** The attempt's number. */
    int attempt();

    /**
     * The attempt's ending is recorded.
     *
     * @param key which key
     * @param attempt the attempt's number
     * @param state what the record is now
     * @param took from the claim to the record, by this process's clock
     */
    record Ended(KeyRef key, int attempt, State state, Duration took) implements TicketEvent {
        @Override
        public boolean isWarning() {
            return state == State.IN_DOUBT;
        }

        @Override
        public String describe() {
            return "attempt " + attempt + " of key " + key + " ended: " + state;
        }
    }

    /**
     * The answer was sent before its completion was recorded.
     *
     * @param key which key
     * @param attempt the attempt's number
     */
    record SentUnrecorded(KeyRef key, int attempt) implements TicketEvent {
        @Override
        public boolean isWarning() {
            return true;
        }

        @Override
        public String describe() {
            return "the answer of attempt " + attempt + " of key " + key
                    + " was given before the store confirmed it; recording goes on while the lease lives";
        }
    }

    /**
     * The completion could not be recorded while the lease lived: the record is in doubt.
     *
     * @param key which key
     * @param attempt the attempt's number
     * @param tries how often it was tried
     */
    record GaveUpRecording(KeyRef key, int attempt, int tries) implements TicketEvent {
        @Override
        public boolean isWarning() {
            return true;
        }

        @Override
        public String describe() {
            return "the ending of attempt " + attempt + " of key " + key + " could not be recorded in " + tries
                    + " tries: the record is in doubt";
        }
    }

    /**
     * The attempt cannot be sure any more that it owns the key.
     *
     * @param key which key
     * @param attempt the attempt's number
     * @param cause why
     */
    record OwnershipLost(KeyRef key, int attempt, Cause cause) implements TicketEvent {

        /** Why ownership is lost. */
        public enum Cause {
            /** The store says that another attempt is the current one, or that this one has ended. */
            TAKEN_OVER,
            /** The store has not confirmed the lease for as long as the lease is. */
            NOT_CONFIRMED,
            /** The attempt ran for longer than its operation allows, and is not renewed any more. */
            TOO_LONG,
            /** The engine was closed while the attempt ran: its lease still holds, and is not renewed any more. */
            CLOSED
        }

        @Override
        public boolean isWarning() {
            return true;
        }

        @Override
        public String describe() {
            return "attempt " + attempt + " of key " + key + " does not own it for certain any more (" + cause + ")";
        }
    }

    /**
     * The attempt tried to write after another one had taken over; nothing changed, and its answer was not sent.
     *
     * @param key which key
     * @param attempt the attempt's number
     */
    record FencedOut(KeyRef key, int attempt) implements TicketEvent {
        @Override
        public boolean isWarning() {
            return true;
        }

        @Override
        public String describe() {
            return "attempt " + attempt + " of key " + key
                    + " came too late: another attempt took over, and its answer counts";
        }
    }

    /**
     * The attempt's handler failed after another attempt had taken over. The caller got what a loser gets, so that this
     * is where the failure is told.
     *
     * @param key which key
     * @param attempt the attempt's number
     * @param failure what kind of failure; not its message, which may show what must not be shown (R27)
     */
    record FailedTooLate(KeyRef key, int attempt, String failure) implements TicketEvent {
        @Override
        public boolean isWarning() {
            return true;
        }

        @Override
        public String describe() {
            return "attempt " + attempt + " of key " + key + " failed (" + failure
                    + ") after another attempt had taken over, whose answer counts";
        }
    }
}
