// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

/** Who runs, as the store decided it. */
public sealed interface ClaimAnswer {

    /**
     * The caller runs: the record is its own, at the record's attempt, for the record's reason.
     *
     * @param sighting the record as it was written
     */
    record Granted(Sighting sighting) implements ClaimAnswer {}

    /**
     * Another attempt holds a live lease.
     *
     * @param sighting the record as it is
     */
    record InProgress(Sighting sighting) implements ClaimAnswer {}

    /**
     * There is a saved answer.
     *
     * @param sighting the record as it is
     */
    record Final(Sighting sighting) implements ClaimAnswer {

        /** The saved answer; a lapsed rerun leaves the older one standing (R20). */
        public Answer answer() {
            Answer answer = sighting.record().answer();
            if (answer == null) {
                throw new IllegalStateException("a final answer was told for a record without one");
            }
            return answer;
        }
    }

    /**
     * The key belongs to another payload; nothing changed (R6).
     *
     * @param sighting the record as it is
     */
    record Mismatch(Sighting sighting) implements ClaimAnswer {}

    /**
     * The last attempt lapsed or ended in doubt, and the claim may not take over (R16).
     *
     * @param sighting the record as it is
     */
    record Held(Sighting sighting) implements ClaimAnswer {}

    /** No record is left, and the key is older than the operation allows (R14); nothing was written. */
    record KeyTooOld() implements ClaimAnswer {}

    /**
     * This very claim was given up, or its attempt ended, before it arrived here: it grants nothing (R7).
     *
     * @param sighting the record as it is
     */
    record Spent(Sighting sighting) implements ClaimAnswer {}
}
