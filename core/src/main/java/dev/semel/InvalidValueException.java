// SPDX-License-Identifier: Apache-2.0
package dev.semel;

import java.io.Serial;

/**
 * A value that cannot be what it should stand for: a tenant without an id, a fingerprint of the wrong length. The message
 * says what is wrong and what to do, and does not show the value (R27). Keys have an error of their own, {@link
 * dev.semel.key.InvalidKeyException}, and settings theirs, {@link SettingException}.
 */
public final class InvalidValueException extends IllegalArgumentException {

    @Serial
    private static final long serialVersionUID = 1;

    public InvalidValueException(String problem) {
        super(problem);
    }

    public InvalidValueException(String problem, Throwable cause) {
        super(problem, cause);
    }
}
