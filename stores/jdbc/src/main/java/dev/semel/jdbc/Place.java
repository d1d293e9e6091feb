// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.InvalidValueException;

/**
 * Where a look through the records stands: behind this row, in the order of the index that it follows. What the parts are
 * is the database's own business; the first one is a number everywhere.
 */
record Place(long first, String second, String third, String fourth) {

    private static final int PARTS = 4;

    /** No part of an id contains it. */
    private static final String SEPARATOR = "\n";

    /** Reads what {@link #toString} wrote, perhaps long ago, and through the hands of a client. */
    static Place of(String word) {
        String[] parts = word.split(SEPARATOR, -1);
        if (parts.length != PARTS || !parts[0].matches("-?\\d{1,18}|" + Long.MAX_VALUE)) {
            throw new InvalidValueException("this is no place where a page of this store ended");
        }
        return new Place(Long.parseLong(parts[0]), parts[1], parts[2], parts[3]);
    }

    @Override
    public String toString() {
        return String.join(SEPARATOR, Long.toString(first), second, third, fourth);
    }
}
