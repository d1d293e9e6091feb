// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.util.Locale;

/** How a request ended, as the meters count it. */
enum Outcome {
    /** It was not protected, and the upstream's answer left. */
    PASSED,
    /** It was protected, and the upstream's answer to this very request left. */
    RAN,
    /** A saved answer left. */
    REPLAYED,
    /** The gateway answered by itself, and nothing was sent to the upstream. */
    REFUSED,
    /** The gateway answered by itself, since the upstream did not. */
    UPSTREAM_FAILED,
    /** The connection ended before the whole answer had left: the client went away, or the upstream broke off. */
    BROKEN;

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
