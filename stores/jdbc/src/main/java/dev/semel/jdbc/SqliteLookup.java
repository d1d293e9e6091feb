// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.InvalidValueException;
import dev.semel.Tenant;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.RecordId;
import dev.semel.state.Sighting;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads records, on the connection of one thread. */
final class SqliteLookup {

    /** So many rows are looked at by one statement: of an index alone, in less than a millisecond or two. */
    static final int ROWS = 1_000;

    /** Before every record: no state begins with this character. */
    private static final Place FIRST = new Place(Micros.NEVER, "\u007f", "0", "");

    private final SqliteStatement find;
    private final SqliteStatement browse;

    SqliteLookup(SqliteSession session) throws SQLException {
        find = session.statement("find");
        browse = session.statement("browse");
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

    /** Looks at the next {@link #ROWS} records. A place is {@code expires_at}, state and the row's number. */
    Part survey(Question question, Optional<Place> after, Instant now, int most) throws SQLException {
        Place from = after.orElse(FIRST);
        Tenant tenant = question.tenant();
        browse.text(question.states().stream().map(Enum::name).collect(Collectors.joining(",")))
                .text(tenant == null ? null : tenant.id())
                .text(question.operation())
                .number(Micros.of(now))
                .number(from.first())
                .text(from.second())
                .number(numberIn(from))
                .number(ROWS)
                .number(most);
        try (ResultSet rows = browse.rows()) {
            return Part.read(rows, ROWS, () -> spot(rows));
        }
    }

    /** The number of the row that a place is behind. */
    static long numberIn(Place place) {
        if (!place.third().matches("\\d{1,18}")) {
            throw new InvalidValueException("this is no place where a page of this store ended");
        }
        return Long.parseLong(place.third());
    }

    private static Part.Spot spot(ResultSet rows) throws SQLException {
        Place place = new Place(rows.getLong(3), rows.getString(4), rows.getString(5), "");
        return new Part.Spot(rows.getString(6), rows.getString(7), rows.getString(8), place, rows.getLong(9));
    }
}
