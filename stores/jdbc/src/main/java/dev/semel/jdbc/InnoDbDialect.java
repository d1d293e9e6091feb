// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Saved;
import dev.semel.spi.Browsable.Question;
import dev.semel.spi.Guarantees;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What MariaDB and MySQL share: the statements, and the order in which they are sent.
 *
 * <p>A change is a statement that locks the rows it can have without waiting, judges them, and writes new rows over the old
 * ones. Nothing waits between its start and its write, and so the clock of its start is the write's, in UTC, whatever the
 * session's time zone is ({@code SYSDATE} would be local, and an hour wrong when clocks are turned back). Only the
 * {@code INSERT} of a new key can meet another one of the same key that has not committed: MariaDB does not wait for that one
 * either, and MySQL does, for as long as the session lets it; if it is rolled back, the lease began before that wait and ends the earlier.
 *
 * <p>A claim looks first, and locks nothing. It goes on only where the look shows no record, or one that it may take, and
 * then the database decides again. What a change did not write is looked up, and answered from that look.
 */
abstract class InnoDbDialect implements Dialect {

    private static final String NO_TABLE = "42S02";

    private final SqlText text;
    private final RowsText find;
    private final RowsText create;
    private final RowsText take;
    private final RowsText finish;
    private final RowsText finishWithin;
    private final RowsText renew;
    private final RowsText abandon;
    private final RowsText settle;
    private final InnoDbSurvey survey;
    private final String purge;
    private final String lock;
    private volatile AnswerLimit limit = AnswerLimit.NONE;

    InnoDbDialect(TableName table, Speech speech) {
        text = new SqlText("mariadb", table);
        find = speech.alone(text.of("find"));
        create = speech.atOnce(text.of("create"));
        take = speech.alone(text.of("take"));
        finish = speech.alone(text.of("finish"));
        finishWithin = speech.within(text.of("finish"));
        renew = speech.alone(text.of("renew"));
        abandon = speech.alone(text.of("abandon"));
        settle = speech.alone(text.of("settle"));
        survey = new InnoDbSurvey(text, speech);
        purge = speech.alone() + text.of("purge");
        lock = speech.within() + text.of("lock");
    }

    /** Sends the claims of new keys, and reads the row that each key has now, whoever made it. */
    abstract void create(Connection connection, RowsText create, Sheet<Claim> claims, Sheet.Reading<Claim> reading)
            throws SQLException;

    /** Reads the rows that each key has or is about to have, committed or not. Nothing of it may be told to anybody. */
    abstract void peek(Connection connection, Sheet<Claim> claims, Sheet.Reading<Claim> reading) throws SQLException;

    /** Sends a statement that changes rows that are there, and reads those that it has changed, as they are now. */
    abstract <C> void change(Connection connection, RowsText change, Sheet<C> sheet, Sheet.Reading<C> reading)
            throws SQLException;

    /** Refuses a server that cannot do. */
    abstract void check(InnoDbServer server);

    @Override
    public final Dialect suiting(Connection connection) throws SQLException {
        InnoDbServer server = InnoDbServer.of(connection);
        check(server);
        limit = server.answerLimit();
        return this;
    }

    /** The statement that looks. */
    final RowsText find() {
        return find;
    }

    @Override
    public final List<Reply<ClaimAnswer>> claim(Connection connection, List<Claim> batch) throws SQLException {
        Board<Claim, ClaimAnswer> board = new Board<>(batch);
        List<Claim> unknown = new ArrayList<>();
        List<Claim> known = new ArrayList<>();
        new Sheet<>(batch, Claim::id).query(connection, find, (row, claim) -> {
            board.put(claim, () -> Judge.unwritten(claim, row.sighting(claim.id()), row.at()));
            if (board.isAgain(claim)) {
                (row.isThere() ? known : unknown).add(claim);
            }
        });
        Sheet.Reading<Claim> reading = (row, claim) -> board.put(claim, () -> decided(row, claim));
        if (!unknown.isEmpty()) {
            createFree(connection, unknown, reading);
        }
        if (!known.isEmpty()) {
            change(connection, take, InnoDbSheets.knownKeys(known), reading);
        }
        return board.replies();
    }

    /**
     * Creates the keys that nobody else is creating at this moment. A key that somebody is creating, and may never commit, fails the
     * statement for all of them; whose it is, a look at what is not committed yet tells. It only says who has to come again.
     */
    private void createFree(Connection connection, List<Claim> claims, Sheet.Reading<Claim> reading)
            throws SQLException {
        try {
            create(connection, create, InnoDbSheets.newKeys(claims), reading);
        } catch (SQLException e) {
            if (!Failures.isLocked(e) || claims.size() == 1) {
                throw e;
            }
            List<Claim> free = new ArrayList<>();
            peek(connection, new Sheet<>(claims, Claim::id), (row, claim) -> {
                if (!row.isThere()) {
                    free.add(claim);
                }
            });
            if (free.size() == claims.size()) {
                throw e;
            }
            if (!free.isEmpty()) {
                create(connection, create, InnoDbSheets.newKeys(free), reading);
            }
        }
    }

    /** Whose the row is, its claim id says. */
    private static Reply<ClaimAnswer> decided(Row row, Claim claim) throws SQLException {
        Sighting seen = row.sighting(claim.id());
        if (seen != null && seen.leaseLive() && seen.record().claimId().equals(claim.claimId())) {
            Sighting since = new Sighting(seen.record(), row.leaseBegan(claim.lease()));
            return new Reply.Answered<>(new ClaimAnswer.Granted(since));
        }
        return Judge.unwritten(claim, seen, row.at());
    }

    @Override
    public final List<Reply<FinishAnswer>> finish(Connection connection, List<Finish> batch) throws SQLException {
        Board<Finish, FinishAnswer> board = new Board<>(batch);
        Sheet<Finish> sheet =
                InnoDbSheets.endings(limit.fitting(batch, board, command -> AnswerParts.of(command.ending())));
        if (!sheet.isEmpty()) {
            change(
                    connection,
                    finish,
                    sheet,
                    (row, command) -> board.put(command, () -> new Reply.Answered<>(applied(row, command))));
        }
        lookUp(connection, board, Finish::id, Judge::unwritten);
        return board.replies();
    }

    private static FinishAnswer applied(Row row, Finish finish) throws SQLException {
        Saved sent = finish.ending() instanceof Ending.Save save ? save.saved() : null;
        return new FinishAnswer.Applied(written(row, finish.id(), sent));
    }

    private static Sighting written(Row row, RecordId id, @Nullable Saved sent) throws SQLException {
        Sighting written = row.sighting(id, row.at(), sent);
        if (written == null) {
            throw new IllegalStateException("a record that was written is not there");
        }
        return written;
    }

    @Override
    public final List<Reply<RenewAnswer>> renew(Connection connection, List<Renewal> batch) throws SQLException {
        Board<Renewal, RenewAnswer> board = new Board<>(batch);
        Reply<RenewAnswer> renewed = new Reply.Answered<>(RenewAnswer.RENEWED);
        change(connection, renew, InnoDbSheets.renewals(batch), (row, renewal) -> board.put(renewal, () -> renewed));
        lookUp(connection, board, Renewal::id, Judge::unwritten);
        return board.replies();
    }

    @Override
    public final List<Reply<Boolean>> abandon(Connection connection, List<Abandon> batch) throws SQLException {
        Board<Abandon, Boolean> board = new Board<>(batch);
        Sheet<Abandon> sheet = new Sheet<>(batch, Abandon::id).claimIds(Abandon::claimId);
        change(connection, abandon, sheet, (row, command) -> board.put(command, () -> new Reply.Answered<>(true)));
        lookUp(connection, board, Abandon::id, Judge::unwritten);
        return board.replies();
    }

    @Override
    public final List<Reply<SettleAnswer>> settle(Connection connection, List<Settle> batch) throws SQLException {
        Board<Settle, SettleAnswer> board = new Board<>(batch);
        Sheet<Settle> sheet =
                InnoDbSheets.settlements(limit.fitting(batch, board, command -> AnswerParts.of(command.verdict())));
        if (!sheet.isEmpty()) {
            change(connection, settle, sheet, (row, command) -> board.put(command, () -> settled(row, command)));
        }
        lookUp(connection, board, Settle::id, Judge::unwritten);
        return board.replies();
    }

    private static Reply<SettleAnswer> settled(Row row, Settle settle) throws SQLException {
        return new Reply.Answered<>(new SettleAnswer.Settled(written(row, settle.id(), null)));
    }

    @Override
    public final List<Reply<Optional<Sighting>>> find(Connection connection, List<RecordId> batch) throws SQLException {
        Board<RecordId, Optional<Sighting>> board = new Board<>(batch);
        lookUp(connection, board, id -> id, (id, seen, at) -> new Reply.Answered<>(Optional.ofNullable(seen)));
        return board.replies();
    }

    /** Answers what nothing is known about; after a change that is hardly ever something. */
    private <C, A> void lookUp(
            Connection connection, Board<C, A> board, Function<C, RecordId> id, Verdict<C, A> verdict)
            throws SQLException {
        List<C> open = board.open();
        if (!open.isEmpty()) {
            new Sheet<>(open, id)
                    .query(
                            connection,
                            find,
                            (row, command) -> board.put(
                                    command, () -> verdict.on(command, row.sighting(id.apply(command)), row.at())));
        }
    }

    @Override
    public final Part survey(Connection connection, Question question, Optional<Place> after, int most)
            throws SQLException {
        return survey.survey(connection, question, after, most);
    }

    @Override
    public final int purge(Connection connection, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(purge)) {
            statement.setInt(1, limit);
            return statement.executeUpdate();
        }
    }

    @Override
    public final FinishAnswer completeWithin(Connection transaction, Finish finish) throws SQLException {
        limit.require(AnswerParts.of(finish.ending()));
        lock(transaction, finish.id());
        List<FinishAnswer> answers = new ArrayList<>();
        change(
                transaction,
                finishWithin,
                InnoDbSheets.endings(List.of(finish)),
                (row, command) -> answers.add(applied(row, command)));
        return answers.isEmpty() ? new FinishAnswer.Fenced(null) : answers.get(0);
    }

    private void lock(Connection transaction, RecordId id) throws SQLException {
        try (PreparedStatement statement = transaction.prepareStatement(lock)) {
            statement.setBytes(1, id.tenant().id().getBytes(StandardCharsets.UTF_8));
            statement.setBytes(2, id.operation().getBytes(StandardCharsets.UTF_8));
            statement.setBytes(3, id.key().value().getBytes(StandardCharsets.UTF_8));
            statement.execute();
        }
    }

    @Override
    public final Guarantees guarantees(Connection connection) throws SQLException {
        return InnoDbServer.of(connection).guarantees(product());
    }

    @Override
    public final boolean isMissingTable(SQLException failure) {
        return NO_TABLE.equals(failure.getSQLState());
    }

    @Override
    public final String schema() {
        return text.of("schema-1");
    }

    /** Answers a command from what was seen. */
    private interface Verdict<C, A> {
        Reply<A> on(C command, @Nullable Sighting seen, Instant at);
    }
}
