// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.io.Serial;

/** The application cannot start like this; says why, and what to do. */
final class SetupException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String action;

    SetupException(String description, String action) {
        super(description);
        this.action = action;
    }

    SetupException(String description, String action, Throwable cause) {
        super(description, cause);
        this.action = action;
    }

    String action() {
        return action;
    }
}
