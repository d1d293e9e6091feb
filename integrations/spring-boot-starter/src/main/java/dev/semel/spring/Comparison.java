// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring;

/** What of a body makes two requests the same (R26). */
public enum Comparison {
    /** Every byte. */
    RAW,
    /** The canonical form of JSON: white space and the order of members do not count. */
    CANONICAL_JSON
}
