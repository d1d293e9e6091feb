// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

/** What can happen to a process when it calls the store. */
enum Fault {
    /** The call takes no time: the answer is there when the call returns. */
    LOCAL,
    CRASH_BEFORE_SENDING,
    CRASH_AFTER_SENDING,
    PAUSE,
    LOSE_REQUEST,
    LOSE_REPLY,
    /** The request arrives twice, the second time much later. */
    DUPLICATE,
    LATE_REQUEST,
    LATE_REPLY,
    /** The store says that it failed, and did nothing. */
    FAIL_BEFORE,
    /** The store says that it failed, but the effect is there. */
    FAIL_AFTER,
    /** The driver throws instead of failing its stage. */
    THROW,
    /** The engine is closed while its attempts run. */
    CLOSE;

    /** Whether the caller hears of it at once: an answer, or a failure. */
    boolean isPrompt() {
        return this == LOCAL || this == FAIL_BEFORE || this == FAIL_AFTER || this == THROW;
    }
}
