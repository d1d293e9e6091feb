// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.state.RecordId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one statement saw of the records: so many rows of an index at most, however few of them are wanted.
 *
 * @param wanted those that are looked for, in the index's order
 * @param end where to go on; empty when there is nothing behind
 * @param looked how many rows it went through, up to the last that it showed
 */
record Part(List<Spot> wanted, Optional<Place> end, int looked) {

    /**
     * So many rows are looked at by one statement on a server: a claim that wants the same core waits for less than a
     * millisecond. With a thousand each look delayed about as many claims as p99 is made of.
     */
    static final int ROWS = 100;

    Part {
        wanted = List.copyOf(wanted);
    }

    /**
     * Reads a statement's rows: first the row's number, then whether it is wanted, and what else the database gives.
     *
     * @param most how many rows it looked at, if there are so many
     */
    static Part read(ResultSet rows, int most, Reading reading) throws SQLException {
        List<Spot> wanted = new ArrayList<>();
        Optional<Place> end = Optional.empty();
        int looked = 0;
        while (rows.next()) {
            Spot spot = reading.spot();
            if (rows.getBoolean(2)) {
                wanted.add(spot);
            }
            looked = rows.getInt(1);
            if (looked == most) {
                end = Optional.of(spot.place());
            }
        }
        return new Part(wanted, end, looked);
    }

    /** Reads the row that a result stands on. */
    interface Reading {
        Spot spot() throws SQLException;
    }

    /**
     * A record that is looked for.
     *
     * @param place where it stands
     * @param bytes how long its answer is
     */
    record Spot(RecordId id, Place place, long bytes) {

        Spot(String tenant, String operation, String key, Place place, long bytes) {
            this(new RecordId(new Tenant(tenant), operation, new IdempotencyKey(key)), place, bytes);
        }
    }
}
