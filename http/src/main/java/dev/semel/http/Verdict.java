// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

/** What an answer or an exception says about the work (R15). */
public enum Verdict {
    /** The outcome is known and final: every retry gets the same answer. */
    SAVE,
    /** Nothing was done: a retry runs again, with whatever body. */
    RELEASE,
    /** Nobody knows what was done: a retry follows the operation's choice in doubt. */
    DOUBT
}
