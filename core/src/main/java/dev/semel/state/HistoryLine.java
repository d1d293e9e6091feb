// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import java.time.Instant;

/**
 * One line of a record's history: an attempt began, or somebody settled it.
 *
 * @param attempt the attempt's number
 * @param reason why it began, or what was settled
 * @param at when, by the store's clock
 * @param who who settled; empty for attempts
 * @param why the settler's reason; empty for attempts
 */
public record HistoryLine(int attempt, Reason reason, Instant at, String who, String why) {

    /** The line of an attempt that began. */
    public static HistoryLine began(int attempt, Reason reason, Instant at) {
        return new HistoryLine(attempt, reason, at, "", "");
    }
}
