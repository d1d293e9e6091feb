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
import dev.semel.state.OnDoubt;
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
 * {@code INSERT} of a new key can meet another one of the same key, and wait until that one has committed; if it is rolled
 * back instead, the lease began before that wait and ends the earlier.
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
    private final RowsText recognise;
    private final RowsText finish;
    private final RowsText finishWithin;
    private final RowsText renew;
    private final RowsText abandon;
    private final RowsText settle;
    private final InnoDbSurvey survey;
    private final String purge;
    private final String lock;

    InnoDbDialect(TableName table, Speech speech) {
        text = new SqlText("mariadb", table);
        find = speech.alone(text.of("find"));
        create = speech.alone(text.of("create"));
        take = speech.alone(text.of("take"));
        // Only the same claim, sent twice, can have its own record locked, and only for a moment: worth waiting for.
        recognise = take.waiting();
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

    /** Sends a statement that changes rows that are there, and reads those that it has changed, as they are now. */
    abstract <C> void change(Connection connection, RowsText change, Sheet<C> sheet, Sheet.Reading<C> reading)
            throws SQLException;

    /** The statement that looks. */
    final RowsText find() {
        return find;
    }

    @Override
    public final List<Reply<ClaimAnswer>> claim(Connection connection, List<Claim> batch) throws SQLException {
        Board<Claim, ClaimAnswer> board = new Board<>(batch);
        List<Claim> unknown = new ArrayList<>();
        List<Claim> known = new ArrayList<>();
        List<Claim> own = new ArrayList<>();
        new Sheet<>(batch, Claim::id).query(connection, find, (row, claim) -> {
            board.put(claim, () -> Judge.unwritten(claim, row.sighting(claim.id()), row.at()));
            if (board.isAgain(claim)) {
                (!row.isThere() ? unknown : row.claimId().equals(claim.claimId()) ? own : known).add(claim);
            }
        });
        Sheet.Reading<Claim> reading = (row, claim) -> board.put(claim, () -> decided(row, claim));
        if (!unknown.isEmpty()) {
            create(connection, create, newKeys(unknown), reading);
        }
        if (!known.isEmpty()) {
            change(connection, take, knownKeys(known), reading);
        }
        if (!own.isEmpty()) {
            change(connection, recognise, knownKeys(own), reading);
        }
        return board.replies();
    }

    private static Sheet<Claim> newKeys(List<Claim> claims) {
        return new Sheet<>(claims, Claim::id)
                .bytes(claim -> claim.fingerprint().toBytes())
                .claimIds(Claim::claimId)
                .longs(claim -> Micros.of(claim.lease()))
                .longs(Terms::longest)
                .longs(claim -> Micros.of(claim.retention()))
                .longs(Terms::acceptedUntil);
    }

    private static Sheet<Claim> knownKeys(List<Claim> claims) {
        return newKeys(claims)
                .booleans(claim -> claim.onDoubt() == OnDoubt.TAKE)
                .ints(Claim::rerunBelow);
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
        change(
                connection,
                finish,
                endings(batch),
                (row, command) -> board.put(command, () -> new Reply.Answered<>(applied(row, command))));
        lookUp(connection, board, Finish::id, Judge::unwritten);
        return board.replies();
    }

    private static Sheet<Finish> endings(List<Finish> batch) {
        return new Sheet<>(batch, Finish::id)
                .ints(Finish::attempt)
                .claimIds(Finish::claimId)
                .texts(command -> Terms.ending(command.ending()))
                .booleans(command -> command.ending() instanceof Ending.Release release && release.doubtSettled())
                .longs(command -> Micros.of(command.retention()))
                .booleans(command -> command.onDoubt() == OnDoubt.HOLD)
                .answers(command -> AnswerParts.of(command.ending()));
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
        Sheet<Renewal> sheet = new Sheet<>(batch, Renewal::id)
                .ints(Renewal::attempt)
                .claimIds(Renewal::claimId)
                .longs(renewal -> Micros.of(renewal.lease()))
                .longs(renewal -> Micros.of(renewal.retention()));
        Reply<RenewAnswer> renewed = new Reply.Answered<>(RenewAnswer.RENEWED);
        change(connection, renew, sheet, (row, renewal) -> board.put(renewal, () -> renewed));
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
        Sheet<Settle> sheet = new Sheet<>(batch, Settle::id)
                .ints(Settle::attempt)
                .claimIds(Settle::claimId)
                .claimIds(Settle::settlementId)
                .texts(command -> Terms.reason(command.verdict()))
                .texts(command -> HistoryText.words(command.who(), command.why()))
                .longs(command -> Micros.of(command.retention()))
                .answers(command -> AnswerParts.of(command.verdict()));
        change(
                connection,
                settle,
                sheet,
                (row, command) -> board.put(
                        command,
                        () -> new Reply.Answered<>(new SettleAnswer.Settled(written(row, command.id(), null)))));
        lookUp(connection, board, Settle::id, Judge::unwritten);
        return board.replies();
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
        lock(transaction, finish.id());
        List<FinishAnswer> answers = new ArrayList<>();
        change(
                transaction,
                finishWithin,
                endings(List.of(finish)),
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
