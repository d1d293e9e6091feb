// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring;

/** What a retry gets when nobody knows what the last attempt did (R16). */
public enum WhenInDoubt {
    /** Asks the operation's reconciler where there is one; else as the preset says. Running again is said aloud at start-up. */
    AUTOMATIC,
    /** Asks the operation's reconciler; the application does not start without one. */
    RECONCILE,
    /** Runs again; the attempt's number and reason tell the handler. */
    RERUN,
    /** Nobody runs it again until an operator has settled it. */
    HOLD
}
