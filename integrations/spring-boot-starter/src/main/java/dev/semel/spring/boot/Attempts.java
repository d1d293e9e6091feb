// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.http.HttpContext;

/** Whose attempt a handler may run in: that of its own operation. */
final class Attempts {

    private Attempts() {}

    /** In another's it would have the other's key, policy and answer, and its own promises would be kept by nobody. */
    static void requireSame(String operation, HttpContext running) {
        if (!running.operation().equals(operation)) {
            throw new IllegalStateException("the operation " + operation
                    + " does not run within an attempt of the operation " + running.operation()
                    + ", whose key and answer it would share: do not forward from one protected handler to another, or give"
                    + " both the same operation; see docs/spring.md");
        }
    }
}
