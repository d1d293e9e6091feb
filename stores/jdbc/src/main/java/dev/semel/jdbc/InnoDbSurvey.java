// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Tenant;
import dev.semel.spi.Browsable.Question;
import dev.semel.state.State;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks through the records on MariaDB and MySQL: first those that never expire, which are in doubt until somebody settles
 * them, by the purge's index; then all others in the order of the primary key, as they lie in the table. A place is which of
 * the two, tenant, operation and key.
 */
final class InnoDbSurvey {

    private static final int HELD = 0;
    private static final int REST = 1;

    /** Before every tenant, and behind: no byte of UTF-8 is this one. */
    private static final byte[] LEAST = {};

    private static final byte[] MOST = {(byte) 0xFF};

    private final String browseHeld;
    private final String browse;

    InnoDbSurvey(SqlText text, Speech speech) {
        browseHeld = speech.alone() + text.of("browse-held");
        browse = speech.alone() + text.of("browse");
    }

    Part survey(Connection connection, Question question, Optional<Place> after, int most) throws SQLException {
        boolean doubt = question.states().contains(State.IN_DOUBT);
        Place from = after.orElseGet(() -> beginning(doubt ? HELD : REST));
        boolean held = from.first() == HELD;
        try (PreparedStatement statement = connection.prepareStatement(held ? browseHeld : browse)) {
            ask(statement, question, from, most);
            ResultSet rows = statement.executeQuery();
            Part part = Part.read(rows, Part.ROWS, () -> spot(rows, from.first()));
            return held && part.end().isEmpty()
                    ? new Part(part.wanted(), Optional.of(beginning(REST)), part.looked())
                    : part;
        }
    }

    private static Place beginning(int which) {
        return new Place(which, "", "", "");
    }

    private static void ask(PreparedStatement statement, Question question, Place from, int most) throws SQLException {
        Tenant tenant = question.tenant();
        byte[] only = utf8(tenant == null ? null : tenant.id());
        statement.setString(1, question.states().stream().map(Enum::name).collect(Collectors.joining(",")));
        statement.setBytes(2, utf8(question.operation()));
        statement.setBytes(3, only == null ? LEAST : only);
        statement.setBytes(4, only == null ? MOST : only);
        statement.setBytes(5, utf8(from.second()));
        statement.setBytes(6, utf8(from.second()));
        statement.setBytes(7, utf8(from.third()));
        statement.setBytes(8, utf8(from.third()));
        statement.setBytes(9, utf8(from.fourth()));
        statement.setInt(10, Part.ROWS);
        statement.setInt(11, Part.ROWS);
        statement.setInt(12, most);
    }

    private static byte @Nullable [] utf8(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private static Part.Spot spot(ResultSet rows, long which) throws SQLException {
        String tenant = text(rows, 3);
        String operation = text(rows, 4);
        String key = text(rows, 5);
        return new Part.Spot(tenant, operation, key, new Place(which, tenant, operation, key), rows.getLong(6));
    }

    private static String text(ResultSet rows, int column) throws SQLException {
        return new String(rows.getBytes(column), StandardCharsets.UTF_8);
    }
}
