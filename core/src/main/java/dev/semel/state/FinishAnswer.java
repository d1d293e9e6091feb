// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import org.jspecify.annotations.Nullable;

/** What became of an attempt's ending. */
public sealed interface FinishAnswer {

    /**
     * The ending was written.
     *
     * @param sighting the record after it
     */
    record Applied(Sighting sighting) implements FinishAnswer {}

    /**
     * This very attempt had ended before, and that ending stands; nothing changed. The usual case is a completion that is
     * sent again after its answer was lost.
     *
     * @param sighting the record as it is
     */
    record AlreadyEnded(Sighting sighting) implements FinishAnswer {

        /** Whether the ending that stands is this attempt's own saved answer: a completion may count it as success. */
        public boolean isSaved() {
            Answer answer = sighting.record().answer();
            return sighting.record().state().isFinal()
                    && answer != null
                    && answer.attempt() == sighting.record().attempt();
        }
    }

    /**
     * The attempt is not the current one; nothing changed (R10).
     *
     * @param sighting the record as it is, null when there is none
     */
    record Fenced(@Nullable Sighting sighting) implements FinishAnswer {}
}
