// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.time.Duration;

/**
 * How the servers of an upstream are asked whether they are well: a GET that is answered with a 2xx in time.
 *
 * @param path what is asked for
 * @param every how often
 * @param timeout how long the answer may take
 */
record HealthCheck(String path, Duration every, Duration timeout) {

    static final Duration EVERY = Duration.ofSeconds(5);
    static final Duration TIMEOUT = Duration.ofSeconds(2);

    HealthCheck {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("a health check's path begins with a slash, as in /health");
        }
        if (timeout.isNegative() || timeout.isZero() || every.compareTo(timeout) < 0) {
            throw new IllegalArgumentException(
                    "a health check's timeout is longer than nothing, and not longer than every");
        }
    }
}
