// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import dev.semel.InvalidValueException;
import dev.semel.Saved;
import java.time.Instant;

/**
 * A saved answer and which attempt gave it.
 *
 * @param success whether it is a success ({@link State#COMPLETED}) or a known failure ({@link State#FAILED})
 * @param saved what every later caller gets
 * @param schemaVersion the version of the answer's shape (R20); 0 where the operation names none
 * @param attempt the attempt that gave it
 * @param completedAt when it was saved, by the store's clock
 */
public record Answer(boolean success, Saved saved, int schemaVersion, int attempt, Instant completedAt) {

    public Answer {
        if (schemaVersion < 0 || attempt < 1) {
            throw new InvalidValueException("an answer needs a schema version of at least 0 and an attempt of at"
                    + " least 1, not " + schemaVersion + " and " + attempt);
        }
    }

    /** Refuses a version that no answer can have before a store is asked to save it. */
    static void requireVersion(int schemaVersion) {
        if (schemaVersion < 0) {
            throw new InvalidValueException("a schema version is at least 0, not " + schemaVersion);
        }
    }

    /** The state of a record that carries this answer. */
    public State state() {
        return success ? State.COMPLETED : State.FAILED;
    }
}
