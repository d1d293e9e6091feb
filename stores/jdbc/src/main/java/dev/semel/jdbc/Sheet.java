// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.IdempotencyKey;
import dev.semel.Tenant;
import dev.semel.state.ClaimId;
import dev.semel.state.RecordId;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a statement for a whole batch, where the database has no arrays: a row for each command, a column for
 * each value, the record's id first. The rows are in the order of the primary key, so that two batches that meet wait for
 * each other in the same order.
 *
 * @param <C> the commands
 */
final class Sheet<C> {

    private final Map<RecordId, C> commands = new HashMap<>();
    private final Function<C, RecordId> id;
    private final List<C> rows;
    private final List<Column<C>> columns = new ArrayList<>();

    Sheet(List<C> batch, Function<C, RecordId> id) {
        this.id = id;
        batch.forEach(command -> commands.put(id.apply(command), command));
        rows = batch.stream().sorted(Comparator.comparing(id, Sheet::order)).toList();
        bytes(command -> utf8(id.apply(command).tenant().id()))
                .bytes(command -> utf8(id.apply(command).operation()))
                .bytes(command -> utf8(id.apply(command).key().value()));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** As the database's index has them: by their bytes. Java's own order of texts is another beyond the basic plane. */
    private static int order(RecordId one, RecordId other) {
        int tenants = Arrays.compareUnsigned(
                utf8(one.tenant().id()), utf8(other.tenant().id()));
        int operations = tenants != 0 ? tenants : one.operation().compareTo(other.operation());
        return operations != 0
                ? operations
                : one.key().value().compareTo(other.key().value());
    }

    /** The same parameters for some of the records. */
    Sheet<C> only(Set<RecordId> some) {
        Sheet<C> fewer = new Sheet<>(
                rows.stream()
                        .filter(command -> some.contains(id.apply(command)))
                        .toList(),
                id);
        fewer.columns.clear();
        fewer.columns.addAll(columns);
        return fewer;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    RecordId id(C command) {
        return id.apply(command);
    }

    /** The same records without anything else. */
    Sheet<C> ids() {
        return new Sheet<>(rows, id);
    }

    Sheet<C> claimIds(Function<C, ClaimId> claimId) {
        return longs(command -> claimId.apply(command).origin())
                .longs(command -> claimId.apply(command).sequence());
    }

    Sheet<C> answers(Function<C, AnswerParts> parts) {
        return column((statement, at, command) ->
                        statement.setObject(at, parts.apply(command).success(), Types.BOOLEAN))
                .column((statement, at, command) ->
                        statement.setObject(at, parts.apply(command).schemaVersion(), Types.INTEGER))
                .column((statement, at, command) ->
                        statement.setString(at, parts.apply(command).contentType()))
                .column((statement, at, command) ->
                        statement.setObject(at, parts.apply(command).omitted(), Types.BOOLEAN))
                .bytes(command -> parts.apply(command).body());
    }

    Sheet<C> texts(Function<C, String> value) {
        return column((statement, at, command) -> statement.setString(at, value.apply(command)));
    }

    Sheet<C> longs(Function<C, Long> value) {
        return column((statement, at, command) -> statement.setLong(at, value.apply(command)));
    }

    Sheet<C> ints(Function<C, Integer> value) {
        return column((statement, at, command) -> statement.setInt(at, value.apply(command)));
    }

    Sheet<C> booleans(Function<C, Boolean> value) {
        return column((statement, at, command) -> statement.setBoolean(at, value.apply(command)));
    }

    Sheet<C> bytes(Function<C, byte @Nullable []> value) {
        return column((statement, at, command) -> statement.setBytes(at, value.apply(command)));
    }

    private Sheet<C> column(Column<C> column) {
        columns.add(column);
        return this;
    }

    /** Sends the statement and hands on each row of its result, which begins with a record's id and the store's instant. */
    void query(Connection connection, RowsText sql, Reading<C> reading) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.with(rows.size()))) {
            bind(statement);
            // Not executeQuery: drivers refuse it for what does not begin with SELECT.
            statement.execute();
            ResultSet result = statement.getResultSet();
            Row row = new Row(result, 4);
            while (result.next()) {
                reading.read(row, known(result));
            }
        }
    }

    /** Sends a statement that says nothing about its rows. */
    void update(Connection connection, RowsText sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.with(rows.size()))) {
            bind(statement);
            statement.executeUpdate();
        }
    }

    private void bind(PreparedStatement statement) throws SQLException {
        int parameter = 0;
        for (C command : rows) {
            for (Column<C> column : columns) {
                parameter++;
                column.set(statement, parameter, command);
            }
        }
    }

    private C known(ResultSet result) throws SQLException {
        C command = commands.get(
                new RecordId(new Tenant(text(result, 1)), text(result, 2), new IdempotencyKey(text(result, 3))));
        if (command == null) {
            throw new IllegalStateException("the database speaks of a record that it was not asked about");
        }
        return command;
    }

    private static String text(ResultSet result, int column) throws SQLException {
        return new String(result.getBytes(column), StandardCharsets.UTF_8);
    }

    /** Sets one parameter of one command. */
    private interface Column<C> {
        void set(PreparedStatement statement, int parameter, C command) throws SQLException;
    }

    /** Takes what a result says about a command. */
    interface Reading<C> {
        void read(Row row, C command) throws SQLException;
    }
}
