// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

/** The headers that this module adds to answers. */
final class Marks {

    /** On a saved answer that is given again. */
    static final Headers REPLAYED = Headers.of("Idempotent-Replayed", "true");

    /** On the answer of a handler that ran without protection (R29). */
    static final Headers DEGRADED = Headers.of("Idempotency-Degraded", "true");

    /** Lets a script of another origin see what concerns it. */
    static final Headers EXPOSED =
            Headers.of("Access-Control-Expose-Headers", "Idempotent-Replayed, Idempotency-Degraded, Retry-After, Link");

    private Marks() {}
}
