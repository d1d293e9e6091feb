// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

/** What became of one renewal. */
public enum RenewAnswer {
    /** The lease runs anew. */
    RENEWED,
    /** The attempt is not the current one any more, or it has ended. */
    LOST,
    /** The store could not say; the lease may or may not run anew. */
    UNKNOWN
}
