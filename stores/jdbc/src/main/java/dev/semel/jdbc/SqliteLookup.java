// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads records, on the connection of one thread. */
final class SqliteLookup {

    private final SqliteStatement find;

    SqliteLookup(SqliteSession session) throws SQLException {
        find = session.statement("find");
    }

    /**
     * The row of this id, judged at the given instant; null when there is none.
     *
     * @throws dev.semel.spi.UnreadableRecordException if there is a record that cannot be read
     */
    @Nullable
    SqliteRow find(RecordId id, Instant now) throws SQLException {
        try (ResultSet result = find.id(id).rows()) {
            if (!result.next()) {
                return null;
            }
            // Where other databases give their instant, this one gives the row's number: its clock is here.
            Sighting seen = new Row(result, 1).sighting(id, now, null);
            return new SqliteRow(result.getLong(1), seen == null ? null : seen.record());
        }
    }
}
