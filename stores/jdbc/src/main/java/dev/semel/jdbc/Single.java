// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.ClaimId;
import dev.semel.state.RecordId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;

/** One statement for one command; its parameters are given in order. */
final class Single implements AutoCloseable {

    private final PostgresSql sql;
    private final PreparedStatement statement;
    private int parameter;

    Single(Connection connection, PostgresSql sql) throws SQLException {
        this.sql = sql;
        this.statement = connection.prepareStatement(sql.text());
    }

    Single id(RecordId id) throws SQLException {
        return text(id.tenant().id()).text(id.operation()).text(id.key().value());
    }

    Single claimId(ClaimId id) throws SQLException {
        return number(id.origin()).number(id.sequence());
    }

    Single answer(AnswerParts answer) throws SQLException {
        statement.setObject(++parameter, answer.success(), Types.BOOLEAN);
        statement.setObject(++parameter, answer.schemaVersion(), Types.INTEGER);
        statement.setString(++parameter, answer.contentType());
        statement.setObject(++parameter, answer.omitted(), Types.BOOLEAN);
        statement.setBytes(++parameter, answer.body());
        return this;
    }

    Single text(String value) throws SQLException {
        statement.setString(++parameter, value);
        return this;
    }

    Single number(long value) throws SQLException {
        statement.setLong(++parameter, value);
        return this;
    }

    Single bytes(byte[] value) throws SQLException {
        statement.setBytes(++parameter, value);
        return this;
    }

    ResultSet result() throws SQLException {
        return result(statement, sql);
    }

    /** Sends two statements; how many rows the first one wrote. */
    int update() throws SQLException {
        statement.execute();
        if (sql.pinned()) {
            statement.getMoreResults();
        }
        return statement.getUpdateCount();
    }

    /** The result of the second one. */
    ResultSet next() throws SQLException {
        statement.getMoreResults();
        return statement.getResultSet();
    }

    /** The result of the statement proper: settings ahead of it have one of their own. */
    static ResultSet result(PreparedStatement statement, PostgresSql sql) throws SQLException {
        statement.execute();
        if (sql.pinned()) {
            statement.getMoreResults();
        }
        return statement.getResultSet();
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
