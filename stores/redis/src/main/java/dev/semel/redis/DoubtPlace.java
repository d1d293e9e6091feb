// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StalePlaceException;
import io.lettuce.core.cluster.SlotHash;
import java.nio.charset.StandardCharsets;

/**
 * A place in the lists of what waits for a decision. It stays good whatever becomes of the servers: lines are in the order of their keys.
 *
 * @param slot whose list
 * @param after the key that was read last, a character for each of its bytes; empty at the beginning of the list
 */
record DoubtPlace(int slot, String after) {

    private static final char SEPARATOR = '/';
    private static final int LONGEST_SLOT = 5;

    static DoubtPlace beginOf(int slot) {
        return new DoubtPlace(slot, "");
    }

    static DoubtPlace in(int slot, byte[] after) {
        return new DoubtPlace(slot, new String(after, StandardCharsets.ISO_8859_1));
    }

    static DoubtPlace of(String word) {
        int separator = word.indexOf(SEPARATOR);
        if (separator < 1
                || separator > LONGEST_SLOT
                || !word.substring(0, separator).matches("\\d+")) {
            throw unknown();
        }
        int slot = Integer.parseInt(word.substring(0, separator));
        if (slot >= SlotHash.SLOT_COUNT) {
            throw unknown();
        }
        return new DoubtPlace(slot, word.substring(separator + 1));
    }

    private static StalePlaceException unknown() {
        return new StalePlaceException("this is no place where a page of this store's list ends: begin again");
    }

    byte[] key() {
        return after.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return Integer.toString(slot) + SEPARATOR + after;
    }
}
