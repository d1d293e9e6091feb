// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

/**
 * What of a body makes two requests the same (R26). Method, path, query and media type count with each of them, and no
 * other header does. Immutable.
 */
public sealed interface BodyFingerprint {

    /** Every byte: the default. The parts of a multipart body count, and its boundary does not. */
    static BodyFingerprint raw() {
        return new Raw();
    }

    /** See {@link #raw}. */
    record Raw() implements BodyFingerprint {}
}
