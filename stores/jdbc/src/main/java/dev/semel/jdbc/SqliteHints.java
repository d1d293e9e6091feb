// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.RecordId;

/**
 * Which keys were met lately: a claim of one of them is likely to write nothing, and is better asked of a reader first. It
 * decides nothing. A key that is forgotten, or taken for another, costs its claim a detour.
 */
final class SqliteHints {

    private static final int BITS = 17;
    private static final int SPREAD = 0x9E3779B9;

    // Read and written without any order between threads: a number seen late is one more detour.
    private final int[] met = new int[1 << BITS];

    void add(RecordId id) {
        int hash = id.hashCode() * SPREAD;
        met[slot(hash)] = hash;
    }

    boolean has(RecordId id) {
        int hash = id.hashCode() * SPREAD;
        return hash != 0 && met[slot(hash)] == hash;
    }

    private static int slot(int hash) {
        return hash >>> (Integer.SIZE - BITS);
    }
}
