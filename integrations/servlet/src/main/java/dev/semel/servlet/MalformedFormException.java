// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;

/**
 * A handler has asked for the parameters of a form, or the parts of an upload, that is none. Where it does not catch this the client gets the 400 or 413 that
 * containers give, and not the 500 of a handler that fails: no other attempt could clear up what is in doubt of that.
 */
final class MalformedFormException extends IllegalStateException {

    @Serial
    private static final long serialVersionUID = 1;

    /** Causes can lead back to where they began. */
    private static final int DEEPEST = 16;

    private final int status;

    /** The message is without what the client has sent (R27). */
    MalformedFormException(int status, String message) {
        super(message);
        this.status = status;
    }

    static MalformedFormException upload(String message) {
        return new MalformedFormException(HttpServletResponse.SC_BAD_REQUEST, message);
    }

    /** Makes an error of it where it is the reason why a handler failed, and nothing else is answered yet. */
    static boolean becomesError(Throwable thrown, HttpServletResponse response) throws IOException {
        // Frameworks wrap what their handlers throw, and Spring what its parsing of uploads does.
        Throwable one = thrown;
        for (int deep = 0;
                deep < DEEPEST && !(one instanceof MalformedFormException) && one.getCause() != null;
                deep++) {
            one = one.getCause();
        }
        if (!(one instanceof MalformedFormException malformed) || response.isCommitted()) {
            return false;
        }
        if (response instanceof KeptResponse kept) {
            kept.sendError(malformed.status, malformed.getMessage(), thrown);
        } else {
            response.sendError(malformed.status, malformed.getMessage());
        }
        return true;
    }
}
