// SPDX-License-Identifier: Apache-2.0
package dev.semel.spi;

import java.io.Serial;

/**
 * A page cannot be gone on from: its place means nothing to the servers of now, and whoever went on would miss records
 * without being told. The walk has to begin again, at its first page.
 */
public final class StalePlaceException extends StoreException {

    @Serial
    private static final long serialVersionUID = 1;

    public StalePlaceException(String message) {
        super(message);
    }
}
