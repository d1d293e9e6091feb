// SPDX-License-Identifier: Apache-2.0
package dev.semel.memory;

import dev.semel.state.State;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How many records each shelf has in each state, side by side: whoever looks for a state that is rare passes over all shelves without
 * one, which takes as long in a store of a million records as a look at a few hundred of them.
 *
 * <p>Safe for use by several threads.
 */
final class Census {

    /** Numbers for a shelf: one for each state, and how often records went from one to another. */
    private static final int ROW = 8;

    private static final int MOVES = ROW - 1;

    private final AtomicIntegerArray counts;

    Census(int shelves) {
        counts = new AtomicIntegerArray(shelves * ROW);
    }

    void came(int shelf, State state) {
        counts.getAndIncrement(placeOf(shelf, state));
    }

    /** In this order: whoever reads the one too early and the other too late finds that there was a move. */
    void moved(int shelf, State from, State to) {
        counts.getAndIncrement(placeOf(shelf, to));
        counts.getAndIncrement(shelf * ROW + MOVES);
        counts.getAndDecrement(placeOf(shelf, from));
    }

    void went(int shelf, State state) {
        counts.getAndDecrement(placeOf(shelf, state));
    }

    /** Where the counts of these states are in each row: a look at all rows is a look at numbers alone. */
    static int[] columnsOf(Set<State> states) {
        return states.stream().mapToInt(state -> placeOf(0, state)).toArray();
    }

    /** Whether a shelf has a record in one of these states. What goes from one of them to another is never overlooked. */
    boolean hasAny(int shelf, int[] columns) {
        int moves;
        do {
            moves = counts.get(shelf * ROW + MOVES);
            for (int column : columns) {
                if (counts.get(shelf * ROW + column) > 0) {
                    return true;
                }
            }
        } while (moves != counts.get(shelf * ROW + MOVES));
        return false;
    }

    @SuppressWarnings("EnumOrdinal") // It never leaves the process, and a map would be one more look in each claim.
    private static int placeOf(int shelf, State state) {
        return shelf * ROW + state.ordinal();
    }
}
