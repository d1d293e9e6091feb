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
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** PostgreSQL, and what speaks its protocol: one statement for a whole batch, of any size, by {@code unnest}. */
final class PostgresDialect implements Dialect {

    private final TableName table;
    private final PostgresKind kind;
    private final SqlText text;
    private final Plans plans;
    private final PostgresClaims claims;
    private final PostgresEndings endings;
    private final PostgresSql renew;
    private final PostgresSql abandon;
    private final PostgresSql settle;
    private final Plans.Plan find;
    private final PostgresSurvey survey;
    private final PostgresSql purge;

    PostgresDialect(TableName table) {
        this(table, PostgresKind.POSTGRESQL);
    }

    PostgresDialect(TableName table, PostgresKind kind) {
        this.table = table;
        this.kind = kind;
        text = new SqlText("postgresql", table);
        plans = new Plans(text, table, kind);
        claims = new PostgresClaims(plans, kind);
        endings = new PostgresEndings(text, plans, kind);
        renew = plans.steady("renew");
        abandon = plans.steady("abandon");
        settle = plans.steady("settle");
        find = plans.of("find");
        survey = new PostgresSurvey(plans);
        purge = plans.steady("purge");
    }

    @Override
    public String product() {
        return "PostgreSQL";
    }

    @Override
    public List<Reply<ClaimAnswer>> claim(Connection connection, List<Claim> batch) throws SQLException {
        return claims.claim(connection, batch);
    }

    @Override
    public List<Reply<FinishAnswer>> finish(Connection connection, List<Finish> batch) throws SQLException {
        return endings.finish(connection, batch);
    }

    @Override
    public List<Reply<RenewAnswer>> renew(Connection connection, List<Renewal> batch) throws SQLException {
        try (Bulk<Renewal> bulk = new Bulk<>(connection, renew, batch)) {
            bulk.ids(Renewal::id)
                    .ints(Renewal::attempt)
                    .claimIds(Renewal::claimId)
                    .longs(renewal -> Micros.of(renewal.lease()))
                    .longs(renewal -> Micros.of(renewal.retention()));
            // A locked row is no reason to wait: the keeper renews again long before the lease ends.
            return bulk.flags(
                    new Reply.Answered<>(RenewAnswer.LOST),
                    new Reply.Answered<>(RenewAnswer.UNKNOWN),
                    new Reply.Answered<>(RenewAnswer.RENEWED));
        }
    }

    @Override
    public List<Reply<Boolean>> abandon(Connection connection, List<Abandon> batch) throws SQLException {
        try (Bulk<Abandon> bulk = new Bulk<>(connection, abandon, batch)) {
            bulk.ids(Abandon::id).claimIds(Abandon::claimId);
            return bulk.flags(new Reply.Answered<>(false), new Reply.Again<>(null), new Reply.Answered<>(true));
        }
    }

    @Override
    public List<Reply<SettleAnswer>> settle(Connection connection, List<Settle> batch) throws SQLException {
        try (Bulk<Settle> bulk = new Bulk<>(connection, settle, batch)) {
            bulk.ids(Settle::id)
                    .ints(Settle::attempt)
                    .claimIds(Settle::claimId)
                    .claimIds(Settle::settlementId)
                    .texts(command -> Terms.reason(command.verdict()))
                    .texts(command -> HistoryText.words(command.who(), command.why()))
                    .longs(command -> Micros.of(command.retention()))
                    .answers(command -> AnswerParts.of(command.verdict()));
            return bulk.replies((row, applied, command) -> {
                Sighting seen = row.sighting(command.id());
                return applied && seen != null
                        ? new Reply.Answered<>(new SettleAnswer.Settled(seen))
                        : Judge.unwritten(command, seen, row.at());
            });
        }
    }

    @Override
    public List<Reply<Optional<Sighting>>> find(Connection connection, List<RecordId> batch) throws SQLException {
        try (Bulk<RecordId> bulk = new Bulk<>(connection, find.sql(), batch)) {
            bulk.places().ids(id -> id);
            return bulk.replies(
                    (row, applied, id) -> new Reply.Answered<>(Optional.ofNullable(row.sighting(id))),
                    new Reply.Answered<>(Optional.empty()));
        }
    }

    @Override
    public Part survey(Connection connection, Question question, Optional<Place> after, int most) throws SQLException {
        return survey.survey(connection, question, after, most);
    }

    @Override
    public int purge(Connection connection, int limit) throws SQLException {
        plans.watch(connection);
        try (PreparedStatement statement = connection.prepareStatement(purge.text())) {
            statement.setInt(1, limit);
            statement.execute();
            if (purge.pinned()) {
                statement.getMoreResults();
            }
            return statement.getUpdateCount();
        }
    }

    @Override
    public FinishAnswer completeWithin(Connection transaction, Finish finish) throws SQLException {
        return endings.completeWithin(transaction, finish);
    }

    @Override
    public Dialect suiting(Connection connection) throws SQLException {
        PostgresKind found = new PostgresServer(connection).kind();
        return found == PostgresKind.RELATIVE && kind != found ? new PostgresDialect(table, found) : this;
    }

    @Override
    public Guarantees guarantees(Connection connection) throws SQLException {
        plans.watch(connection);
        return kind.hasPlaces() ? PostgresGuarantees.of(connection) : PostgresGuarantees.ofRelative();
    }

    @Override
    public boolean isMissingTable(SQLException failure) {
        return "42P01".equals(failure.getSQLState()) || "3F000".equals(failure.getSQLState());
    }

    @Override
    public String schema() {
        return text.of("schema-1");
    }
}
