// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.io.Serial;

/** A configuration that cannot work; the message says where, what is wrong, and what to do. */
final class BadConfiguration extends IllegalArgumentException {

    @Serial
    private static final long serialVersionUID = 1;

    BadConfiguration(String place, String problem) {
        super(place + ": " + problem);
    }
}
