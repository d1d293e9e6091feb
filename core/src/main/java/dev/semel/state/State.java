// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

/** Where a record stands. An absent and an expired record are the same thing, and have no state. */
public enum State {
    /** An attempt holds, or held, a lease and has not ended. */
    IN_PROGRESS,
    /** A success was saved. */
    COMPLETED,
    /** A known failure was saved. */
    FAILED,
    /** An attempt ended and nobody knows what it did. */
    IN_DOUBT,
    /** An attempt ended and is known to have done nothing: the key is free, its attempt number is kept. */
    RELEASED;

    /** Whether the record carries an answer that every later caller gets. */
    public boolean isFinal() {
        return this == COMPLETED || this == FAILED;
    }
}
