// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import java.io.Serial;

/** A store could not answer. Messages name no key, tenant or payload (R27). */
public abstract class StoreException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    protected StoreException(String message) {
        super(message);
    }

    protected StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
