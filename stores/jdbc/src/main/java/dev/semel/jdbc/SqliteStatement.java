// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.state.Answer;
import dev.semel.state.ClaimId;
import dev.semel.state.RecordId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A statement that stays prepared; its parameters are given in order. */
final class SqliteStatement {

    private final PreparedStatement statement;
    private int parameter;

    SqliteStatement(PreparedStatement statement) {
        this.statement = statement;
    }

    SqliteStatement id(RecordId id) throws SQLException {
        return text(id.tenant().id()).text(id.operation()).text(id.key().value());
    }

    SqliteStatement claimId(ClaimId id) throws SQLException {
        return number(id.origin()).number(id.sequence());
    }

    /** The seven columns of a saved answer. */
    SqliteStatement answer(@Nullable Answer answer) throws SQLException {
        if (answer == null) {
            return value(null)
                    .value(null)
                    .value(null)
                    .value(null)
                    .value(null)
                    .value(null)
                    .value(null);
        }
        return value(answer.success() ? 1 : 0)
                .value(answer.attempt())
                .value(answer.schemaVersion())
                .number(Micros.of(answer.completedAt()))
                .text(answer.saved().contentType())
                .value(answer.saved().isOmitted() ? 1 : 0)
                .bytes(answer.saved().toBytes());
    }

    SqliteStatement text(@Nullable String value) throws SQLException {
        statement.setString(next(), value);
        return this;
    }

    SqliteStatement number(long value) throws SQLException {
        statement.setLong(next(), value);
        return this;
    }

    SqliteStatement bytes(byte[] value) throws SQLException {
        statement.setBytes(next(), value);
        return this;
    }

    private SqliteStatement value(@Nullable Integer value) throws SQLException {
        statement.setObject(next(), value);
        return this;
    }

    private int next() {
        parameter++;
        return parameter;
    }

    /** Runs it and says how many rows it changed. */
    int run() throws SQLException {
        parameter = 0;
        return statement.executeUpdate();
    }

    /** Runs it and gives what it found; to be closed before the statement is used again. */
    ResultSet rows() throws SQLException {
        parameter = 0;
        return statement.executeQuery();
    }
}
