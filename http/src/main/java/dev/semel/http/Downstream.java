// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.Outcome;

/** Whether an attempt may have asked others to do something: then it is not known to have done nothing (R4). Safe for use by several threads. */
final class Downstream {

    private volatile boolean asked;

    void mayBeAsked() {
        asked = true;
    }

    /** The outcome, or a doubt where it would say that nothing was done. */
    Outcome known(Outcome outcome) {
        return asked && outcome instanceof Outcome.Released ? Outcome.inDoubt() : outcome;
    }
}
