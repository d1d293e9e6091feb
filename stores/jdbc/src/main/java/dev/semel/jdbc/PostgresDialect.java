// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.Saved;
import dev.semel.spi.Guarantees;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimId;
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
import dev.semel.state.Transitions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** PostgreSQL, and what speaks its protocol: one statement for a whole batch, of any size, by {@code unnest}. */
final class PostgresDialect implements Dialect {

    /**
     * Sent ahead of each statement in the same round trip, for that statement alone. A plan takes longer to make than to
     * run, so it is made once; and it is made when the table is small and lives on when it has grown: then only a nested
     * loop over the primary key is right, and nothing else may be chosen.
     */
    private static final String BY_KEY_ONLY = "SELECT set_config('plan_cache_mode', 'force_generic_plan', true),"
            + " set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),"
            + " set_config('enable_mergejoin', 'off', true), set_config('enable_bitmapscan', 'off', true),"
            + " set_config('jit', 'off', true);\n";

    private static final int OLDEST = 15;

    private final boolean alone;
    private final SqlText text;
    private final String claim;
    private final String claimOne;
    private final String finish;
    private final String finishOne;
    private final String renew;
    private final String abandon;
    private final String settle;
    private final String find;
    private final String purge;
    private final String completeWithin;

    PostgresDialect(TableName table) {
        this(table, true);
    }

    /** Tests send lone commands by the statements for many, too. */
    PostgresDialect(TableName table, boolean alone) {
        this.alone = alone;
        text = new SqlText("postgresql", table);
        claim = BY_KEY_ONLY + text.of("claim");
        claimOne = BY_KEY_ONLY + text.of("claim-one");
        finish = BY_KEY_ONLY + text.of("finish");
        finishOne = BY_KEY_ONLY + text.of("finish-one");
        renew = BY_KEY_ONLY + text.of("renew");
        abandon = BY_KEY_ONLY + text.of("abandon");
        settle = BY_KEY_ONLY + text.of("settle");
        find = BY_KEY_ONLY + text.of("find");
        purge = BY_KEY_ONLY + text.of("purge");
        // In somebody else's transaction no setting is changed.
        completeWithin = text.of("complete-within");
    }

    @Override
    public String product() {
        return "PostgreSQL";
    }

    @Override
    public List<Reply<ClaimAnswer>> claim(Connection connection, List<Claim> batch) throws SQLException {
        if (alone && batch.size() == 1) {
            Reply<ClaimAnswer> reply = claimAlone(connection, batch.get(0));
            if (!(reply instanceof Reply.Again<ClaimAnswer>)) {
                return List.of(reply);
            }
        }
        return claimAll(connection, batch);
    }

    /** A smaller statement, since a plan for many costs a lone caller more than its work. */
    private Reply<ClaimAnswer> claimAlone(Connection connection, Claim claim) throws SQLException {
        try (Single single = new Single(connection, claimOne)) {
            single.id(claim.id())
                    .id(claim.id())
                    .bytes(claim.fingerprint().toBytes())
                    .claimId(claim.claimId())
                    .number(Micros.of(claim.lease()))
                    .number(Terms.longest(claim))
                    .number(Micros.of(claim.retention()))
                    .number(Terms.acceptedUntil(claim));
            ResultSet result = single.resultAfterSettings();
            if (!result.next()) {
                return new Reply.Again<>(null);
            }
            boolean granted = result.getBoolean(1);
            Row row = new Row(result, 2);
            return Replies.read(() -> granted ? granted(row, claim) : unwritten(row, claim));
        }
    }

    private List<Reply<ClaimAnswer>> claimAll(Connection connection, List<Claim> batch) throws SQLException {
        try (Bulk<Claim> bulk = new Bulk<>(connection, claim, batch)) {
            bulk.ids(Claim::id)
                    .bytes(claim -> claim.fingerprint().toBytes())
                    .claimIds(Claim::claimId)
                    .longs(claim -> Micros.of(claim.lease()))
                    .longs(Terms::longest)
                    .longs(claim -> Micros.of(claim.retention()))
                    .booleans(claim -> claim.onDoubt() == OnDoubt.TAKE)
                    .ints(Claim::rerunBelow)
                    .longs(Terms::acceptedUntil);
            return claimReplies(bulk.results(), batch);
        }
    }

    private static List<Reply<ClaimAnswer>> claimReplies(ResultSet result, List<Claim> batch) throws SQLException {
        Map<ClaimId, Integer> places = new HashMap<>();
        for (int i = 0; i < batch.size(); i++) {
            places.put(batch.get(i).claimId(), i);
        }
        Replies<ClaimAnswer> replies = new Replies<>(batch.size());
        Row row = new Row(result, 3);
        // Grants come first; the look at the same record from before the grant comes later and is passed over.
        while (result.next()) {
            boolean granted = result.getBoolean(2);
            int place = granted ? places.get(row.claimId()) : result.getInt(1) - 1;
            Claim claim = batch.get(place);
            replies.first(place, () -> granted ? granted(row, claim) : unwritten(row, claim));
        }
        return replies.all();
    }

    private static Reply<ClaimAnswer> granted(Row row, Claim claim) throws SQLException {
        if (!row.isThere()) {
            return new Reply.Answered<>(
                    Transitions.onClaim(null, claim, row.at()).answer());
        }
        Sighting written = row.sighting(claim.id(), row.leaseBegan(claim.lease()), null);
        return written == null ? new Reply.Again<>(null) : new Reply.Answered<>(new ClaimAnswer.Granted(written));
    }

    private static Reply<ClaimAnswer> unwritten(Row row, Claim claim) throws SQLException {
        return Judge.unwritten(claim, row.sighting(claim.id()), row.at());
    }

    @Override
    public List<Reply<FinishAnswer>> finish(Connection connection, List<Finish> batch) throws SQLException {
        if (alone && batch.size() == 1 && batch.get(0).ending() instanceof Ending.Save) {
            try (Single single = save(connection, finishOne, batch.get(0))) {
                Sighting saved = saved(single.resultAfterSettings(), batch.get(0));
                if (saved != null) {
                    return List.of(new Reply.Answered<>(new FinishAnswer.Applied(saved)));
                }
            }
        }
        return finishAll(connection, batch);
    }

    private List<Reply<FinishAnswer>> finishAll(Connection connection, List<Finish> batch) throws SQLException {
        try (Bulk<Finish> bulk = new Bulk<>(connection, finish, batch)) {
            bulk.ids(Finish::id)
                    .ints(Finish::attempt)
                    .claimIds(Finish::claimId)
                    .texts(command -> Terms.ending(command.ending()))
                    .booleans(command -> command.ending() instanceof Ending.Release release && release.doubtSettled())
                    .longs(command -> Micros.of(command.retention()))
                    .booleans(command -> command.onDoubt() == OnDoubt.HOLD)
                    .answers(command -> AnswerParts.of(command.ending()));
            return bulk.replies((row, applied, command) -> {
                Sighting seen = row.sighting(command.id(), row.at(), applied ? savedBy(command) : null);
                return applied && seen != null
                        ? new Reply.Answered<>(new FinishAnswer.Applied(seen))
                        : Judge.unwritten(command, seen, row.at());
            });
        }
    }

    private static @Nullable Saved savedBy(Finish finish) {
        return finish.ending() instanceof Ending.Save save ? save.saved() : null;
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
        try (Bulk<RecordId> bulk = new Bulk<>(connection, find, batch)) {
            bulk.ids(id -> id);
            return bulk.replies((row, applied, id) -> new Reply.Answered<>(Optional.ofNullable(row.sighting(id))));
        }
    }

    @Override
    public int purge(Connection connection, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(purge)) {
            statement.setInt(1, limit);
            statement.execute();
            statement.getMoreResults();
            return statement.getUpdateCount();
        }
    }

    @Override
    public FinishAnswer completeWithin(Connection transaction, Finish finish) throws SQLException {
        try (Single single = save(transaction, completeWithin, finish)) {
            Sighting saved = saved(single.result(), finish);
            return saved == null ? new FinishAnswer.Fenced(null) : new FinishAnswer.Applied(saved);
        }
    }

    private static Single save(Connection connection, String sql, Finish finish) throws SQLException {
        AnswerParts answer = AnswerParts.of(finish.ending());
        return new Single(connection, sql)
                .id(finish.id())
                .number(finish.attempt())
                .claimId(finish.claimId())
                .text(answer.state().name())
                .number(Micros.of(finish.retention()))
                .answer(answer);
    }

    /** The record with its answer; null when it was not this attempt's to save. */
    private static @Nullable Sighting saved(ResultSet result, Finish finish) throws SQLException {
        Row row = new Row(result, 1);
        return result.next() ? row.sighting(finish.id(), row.at(), savedBy(finish)) : null;
    }

    @Override
    public void checkServer(Connection connection) throws SQLException {
        int major = connection.getMetaData().getDatabaseMajorVersion();
        String name = connection.getMetaData().getDatabaseProductName();
        if (!name.equals("PostgreSQL") || major < OLDEST) {
            throw new IllegalArgumentException("dataSource leads to " + name + " " + major
                    + ", and this store needs PostgreSQL " + OLDEST + " or newer");
        }
    }

    @Override
    public Guarantees guarantees(Connection connection) throws SQLException {
        return PostgresGuarantees.of(connection);
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
