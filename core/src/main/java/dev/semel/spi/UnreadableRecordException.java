// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import java.io.Serial;

/**
 * There is a record, but this version cannot read it: it was written by a newer version or is damaged. The work is never
 * run again because of that (R20, T10).
 */
public final class UnreadableRecordException extends StoreException {

    @Serial
    private static final long serialVersionUID = 1;

    public UnreadableRecordException(String message) {
        super(message);
    }

    public UnreadableRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
