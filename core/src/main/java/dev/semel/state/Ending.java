// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import dev.semel.Saved;

/** How an attempt ends. */
public sealed interface Ending {

    /**
     * A known outcome, saved for every later caller.
     *
     * @param success whether it is a success or a known failure
     * @param saved the answer
     * @param schemaVersion the version of its shape
     */
    record Save(boolean success, Saved saved, int schemaVersion) implements Ending {

        public Save {
            Answer.requireVersion(schemaVersion);
        }
    }

    /**
     * The attempt is known to have done nothing. When it followed a doubtful one, the key is free only if that doubt was
     * settled too (a reconciler found that nothing had happened); else the record stays in doubt.
     *
     * @param doubtSettled whether the attempts before are known to have done nothing either
     */
    record Release(boolean doubtSettled) implements Ending {}

    /** Nobody knows what the attempt did. */
    record Doubt() implements Ending {}
}
