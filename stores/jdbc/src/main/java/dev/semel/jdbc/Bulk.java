// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.ClaimId;
import dev.semel.state.RecordId;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One statement for a whole batch: each parameter is an array with a value for each command.
 *
 * @param <C> the commands
 */
final class Bulk<C> implements AutoCloseable {

    private final Connection connection;
    private final PostgresSql sql;
    private final PreparedStatement statement;
    private final List<C> batch;
    private int parameter;

    Bulk(Connection connection, PostgresSql sql, List<C> batch) throws SQLException {
        this.connection = connection;
        this.sql = sql;
        this.statement = connection.prepareStatement(sql.text());
        this.batch = batch;
    }

    /** Where each command stands in the batch, from 1. */
    Bulk<C> places() throws SQLException {
        return set("int4", IntStream.rangeClosed(1, batch.size()).boxed().toArray(Integer[]::new));
    }

    Bulk<C> ids(Function<C, RecordId> id) throws SQLException {
        return texts(command -> id.apply(command).tenant().id())
                .texts(command -> id.apply(command).operation())
                .texts(command -> id.apply(command).key().value());
    }

    Bulk<C> claimIds(Function<C, ClaimId> id) throws SQLException {
        return longs(command -> id.apply(command).origin())
                .longs(command -> id.apply(command).sequence());
    }

    Bulk<C> answers(Function<C, AnswerParts> parts) throws SQLException {
        List<AnswerParts> answers = batch.stream().map(parts).toList();
        set("bool", answers.stream().map(AnswerParts::success).toArray(Boolean[]::new));
        set("int4", answers.stream().map(AnswerParts::schemaVersion).toArray(Integer[]::new));
        set("text", answers.stream().map(AnswerParts::contentType).toArray(String[]::new));
        set("bool", answers.stream().map(AnswerParts::omitted).toArray(Boolean[]::new));
        return set("bytea", answers.stream().map(AnswerParts::body).toArray(byte[][]::new));
    }

    Bulk<C> texts(Function<C, String> value) throws SQLException {
        return set("text", batch.stream().map(value).toArray(String[]::new));
    }

    Bulk<C> longs(Function<C, Long> value) throws SQLException {
        return set("int8", batch.stream().map(value).toArray(Long[]::new));
    }

    Bulk<C> ints(Function<C, Integer> value) throws SQLException {
        return set("int4", batch.stream().map(value).toArray(Integer[]::new));
    }

    Bulk<C> booleans(Function<C, Boolean> value) throws SQLException {
        return set("bool", batch.stream().map(value).toArray(Boolean[]::new));
    }

    Bulk<C> bytes(Function<C, byte[]> value) throws SQLException {
        return set("bytea", batch.stream().map(value).toArray(byte[][]::new));
    }

    private Bulk<C> set(String type, @Nullable Object[] values) throws SQLException {
        parameter++;
        Array array = connection.createArrayOf(type, values);
        statement.setArray(parameter, array);
        return this;
    }

    ResultSet results() throws SQLException {
        return Single.result(statement, sql);
    }

    /** Reads a row of place, whether it was applied, and a record for each command. */
    <A> List<Reply<A>> replies(Reading<C, A> reading) throws SQLException {
        return read(reading).all();
    }

    /** The same, where there may be no row for a command. */
    <A> List<Reply<A>> replies(Reading<C, A> reading, Reply<A> noRow) throws SQLException {
        return read(reading).otherwise(noRow).all();
    }

    private <A> Replies<A> read(Reading<C, A> reading) throws SQLException {
        Replies<A> replies = new Replies<>(batch.size());
        ResultSet result = results();
        Row row = new Row(result, 3);
        while (result.next()) {
            int place = result.getInt(1) - 1;
            boolean applied = result.getBoolean(2);
            replies.first(place, () -> reading.read(row, applied, batch.get(place)));
        }
        return replies;
    }

    /** Reads rows of place and a flag. */
    <A> List<Reply<A>> flags(Reply<A> noRow, Reply<A> unset, Reply<A> set) throws SQLException {
        Replies<A> replies = new Replies<>(batch.size());
        ResultSet result = results();
        while (result.next()) {
            boolean flag = result.getBoolean(2);
            replies.first(result.getInt(1) - 1, () -> flag ? set : unset);
        }
        return replies.otherwise(noRow).all();
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }

    /** Makes a reply of a row. */
    interface Reading<C, A> {
        Reply<A> read(Row row, boolean applied, C command) throws SQLException;
    }
}
