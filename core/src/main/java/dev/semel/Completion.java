// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import dev.semel.state.Sighting;

/** What became of an attempt's ending, and so what its caller may send. Immutable. */
public sealed interface Completion {

    /** Whether the attempt's own answer may be sent. */
    default boolean maySend() {
        return !(this instanceof Lost);
    }

    /**
     * The ending is recorded.
     *
     * @param sighting the record as it is now
     */
    record Recorded(Sighting sighting) implements Completion {}

    /**
     * The store has not confirmed the ending in time. The answer may be sent; recording it goes on for as long as the
     * lease lives, and then the record is in doubt (R17).
     */
    record Unrecorded() implements Completion {}

    /**
     * Another attempt took over: the answer must not be sent (R10).
     *
     * @param instead what the caller gets, as any loser does
     */
    record Lost(Admission instead) implements Completion {}
}
