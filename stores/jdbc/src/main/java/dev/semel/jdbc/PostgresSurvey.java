// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Tenant;
import dev.semel.spi.Browsable.Question;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Looks through the records on PostgreSQL. A place is {@code purge_from}, key, tenant and operation: the purge's index goes
 * from the latest to the oldest record, as they lie in the table, where the primary key would jump about in it.
 */
final class PostgresSurvey {

    /** Behind everything: no key, being visible ASCII, has this character. */
    private static final Place FIRST = new Place(Micros.NEVER, "\u007f", "", "");

    private final PostgresSql browse;

    PostgresSurvey(Plans plans) {
        browse = plans.steady("browse");
    }

    Part survey(Connection connection, Question question, Optional<Place> after, int most) throws SQLException {
        Place from = after.orElse(FIRST);
        try (PreparedStatement statement = connection.prepareStatement(browse.text())) {
            Object[] states = question.states().stream().map(Enum::name).toArray();
            Tenant tenant = question.tenant();
            statement.setArray(1, connection.createArrayOf("text", states));
            statement.setString(2, tenant == null ? null : tenant.id());
            statement.setString(3, question.operation());
            statement.setLong(4, from.first());
            statement.setLong(5, from.first());
            statement.setString(6, from.second());
            statement.setString(7, from.third());
            statement.setString(8, from.fourth());
            statement.setInt(9, Part.ROWS);
            statement.setInt(10, Part.ROWS);
            statement.setInt(11, most);
            ResultSet rows = Single.result(statement, browse);
            return Part.read(rows, Part.ROWS, () -> spot(rows));
        }
    }

    private static Part.Spot spot(ResultSet rows) throws SQLException {
        String key = rows.getString(4);
        String tenant = rows.getString(5);
        String operation = rows.getString(6);
        return new Part.Spot(
                tenant, operation, key, new Place(rows.getLong(3), key, tenant, operation), rows.getLong(7));
    }
}
