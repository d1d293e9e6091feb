// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import java.io.Serial;

/** What a handler of the simulation throws. */
final class WorkFailed extends Exception {

    @Serial
    private static final long serialVersionUID = 1;

    WorkFailed() {
        super("the handler threw", null, false, false);
    }
}
