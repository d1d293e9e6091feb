// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import java.time.Duration;

/**
 * One random step in the life of a record.
 *
 * @param kind what is done
 * @param who whose turn it is: 0 for the latest ticket or command, 1 for the one before, …
 * @param what a choice among what the kind offers
 * @param hold whether the operation holds its doubts
 * @param version a schema version
 * @param before how much time passes first
 */
record Step(Kind kind, int who, int what, boolean hold, int version, Duration before) {

    /** What can be done. */
    enum Kind {
        CLAIM,
        SAVE,
        RELEASE,
        DOUBT,
        RENEW,
        ABANDON,
        SETTLE,
        /** A command that was sent before arrives once more. */
        AGAIN
    }
}
