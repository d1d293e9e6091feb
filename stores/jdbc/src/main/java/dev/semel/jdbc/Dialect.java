// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.Browsable.Question;
import dev.semel.spi.Guarantees;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * How one database does each transition. Every method is given a connection in autocommit and a batch in which no record
 * occurs twice, decides inside the database by its clock, and replies to each command in the batch's order. A batch that
 * fails with an {@link SQLException} may be sent again: the commands recognise themselves.
 */
interface Dialect {

    /** What a user calls the database. */
    String product();

    List<Reply<ClaimAnswer>> claim(Connection connection, List<Claim> batch) throws SQLException;

    List<Reply<FinishAnswer>> finish(Connection connection, List<Finish> batch) throws SQLException;

    List<Reply<RenewAnswer>> renew(Connection connection, List<Renewal> batch) throws SQLException;

    List<Reply<Boolean>> abandon(Connection connection, List<Abandon> batch) throws SQLException;

    List<Reply<SettleAnswer>> settle(Connection connection, List<Settle> batch) throws SQLException;

    List<Reply<Optional<Sighting>>> find(Connection connection, List<RecordId> batch) throws SQLException;

    /**
     * Looks at the next {@link Part#ROWS} records and says which are asked for.
     *
     * @param after the place to go on from; empty for the beginning
     * @param most no more of them than this
     */
    Part survey(Connection connection, Question question, Optional<Place> after, int most) throws SQLException;

    /** Removes at most so many expired records and says how many. */
    int purge(Connection connection, int limit) throws SQLException;

    /** Saves an answer inside the caller's transaction; {@link FinishAnswer.Fenced} when the attempt has lost (R22). */
    FinishAnswer completeWithin(Connection transaction, Finish finish) throws SQLException;

    /**
     * Refuses a server that is too old, or not what was expected.
     *
     * @return the dialect for what was found: this one, or one that sends it other statements
     */
    Dialect suiting(Connection connection) throws SQLException;

    /** What this server, as it is set up, promises. */
    Guarantees guarantees(Connection connection) throws SQLException;

    /** Whether a statement failed because its table is not there. */
    boolean isMissingTable(SQLException failure);

    /** The statements that make the schema, in order. */
    String schema();
}
