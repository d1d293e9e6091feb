// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

/** Whether a claim may take over a record whose last attempt lapsed or ended in doubt (R16). */
public enum OnDoubt {
    /** The claim takes over as the next attempt. */
    TAKE,
    /** Nobody takes over until somebody settles the record. */
    HOLD
}
