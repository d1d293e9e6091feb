// SPDX-License-Identifier: Apache-2.0
package dev.semel.state;

import dev.semel.InvalidValueException;
import java.util.ArrayList;
import java.util.List;

/**
 * The last eight lines of what happened to a record, oldest first; empty while there has been a single attempt (R3).
 *
 * @param lines at most eight
 */
public record History(List<HistoryLine> lines) {

    /** How many lines are kept. */
    public static final int LONGEST = 8;

    /** The history of a record with a single attempt. */
    public static final History NONE = new History(List.of());

    public History {
        if (lines.size() > LONGEST) {
            throw new InvalidValueException("a history has at most " + LONGEST + " lines, not " + lines.size());
        }
        lines = List.copyOf(lines);
    }

    /** This history with one more line, without its oldest one when it was full. */
    public History plus(HistoryLine line) {
        List<HistoryLine> longer = new ArrayList<>(lines);
        longer.add(line);
        return new History(longer.subList(Math.max(0, longer.size() - LONGEST), longer.size()));
    }
}
