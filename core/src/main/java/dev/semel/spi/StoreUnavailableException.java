// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import java.io.Serial;

/** The store cannot be reached, is too slow or is full: whether the effect happened is unknown. */
public final class StoreUnavailableException extends StoreException {

    @Serial
    private static final long serialVersionUID = 1;

    public StoreUnavailableException(String message) {
        super(message);
    }

    public StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
