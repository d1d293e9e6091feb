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

    private final PreparedStatement statement;
    private int parameter;

    Single(Connection connection, String sql) throws SQLException {
        this.statement = connection.prepareStatement(sql);
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

    /** The result of a statement that stands alone. */
    ResultSet result() throws SQLException {
        return statement.executeQuery();
    }

    /** The result of a statement with settings before it, which have a result of their own. */
    ResultSet resultAfterSettings() throws SQLException {
        statement.execute();
        statement.getMoreResults();
        return statement.getResultSet();
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
