// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.IOException;

/** An upstream has answered, and nobody can tell what. Its message says why, and repeats nothing of the answer. */
final class UnreadableAnswer extends IOException {

    private static final long serialVersionUID = 1;

    UnreadableAnswer(String why) {
        super("an upstream's answer cannot be read: " + why);
    }

    /** Where it comes from says nothing, and it may come often. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
