// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring;

/** What a retry gets whose saved answer is of an older version than the operation's (R20). */
public enum OlderAnswers {
    /** The older answer as it is. */
    REPLAY,
    /** The older answer, converted by the operation's converter; the application does not start without one. */
    CONVERT,
    /** The work is done again. */
    RERUN
}
