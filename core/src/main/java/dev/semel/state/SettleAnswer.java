// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import org.jspecify.annotations.Nullable;

/** What became of a settlement. */
public sealed interface SettleAnswer {

    /**
     * The settlement stands.
     *
     * @param sighting the record after it
     */
    record Settled(Sighting sighting) implements SettleAnswer {}

    /**
     * The record is not in doubt, or not of the attempt that was looked at; nothing changed.
     *
     * @param sighting the record as it is, null when there is none
     */
    record Refused(@Nullable Sighting sighting) implements SettleAnswer {}
}
