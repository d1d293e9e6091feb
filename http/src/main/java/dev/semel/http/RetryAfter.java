// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.time.Duration;

/** A wait as the header has it: whole seconds, never zero, which would invite a retry at once. */
final class RetryAfter {

    private RetryAfter() {}

    static String seconds(Duration wait) {
        long whole = wait.getSeconds() + (wait.getNano() > 0 ? 1 : 0);
        return Long.toString(Math.max(1, whole));
    }
}
