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
import dev.semel.state.Reason;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
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
     * Sent ahead of each statement in the same round trip. A plan is cached when the table is small and lives on when it
     * has grown: then only a nested loop over the primary key is right, and nothing else may be chosen.
     */
    private static final String BY_KEY_ONLY = "SELECT set_config('enable_seqscan', 'off', true),"
            + " set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),"
            + " set_config('enable_bitmapscan', 'off', true), set_config('jit', 'off', true);\n";

    private static final int OLDEST = 15;

    private final SqlText text;
    private final String claim;
    private final String finish;
    private final String renew;
    private final String abandon;
    private final String settle;
    private final String find;
    private final String purge;
    private final String completeWithin;

    PostgresDialect(TableName table) {
        text = new SqlText("postgresql", table);
        claim = BY_KEY_ONLY + text.of("claim");
        finish = BY_KEY_ONLY + text.of("finish");
        renew = BY_KEY_ONLY + text.of("renew");
        abandon = BY_KEY_ONLY + text.of("abandon");
        settle = BY_KEY_ONLY + text.of("settle");
        find = BY_KEY_ONLY + text.of("find");
        purge = BY_KEY_ONLY + text.of("purge");
        completeWithin = text.of("complete-within");
    }

    @Override
    public String product() {
        return "PostgreSQL";
    }

    @Override
    public List<Reply<ClaimAnswer>> claim(Connection connection, List<Claim> batch) throws SQLException {
        try (Bulk<Claim> bulk = new Bulk<>(connection, claim, batch)) {
            bulk.ids(Claim::id)
                    .bytes(claim -> claim.fingerprint().toBytes())
                    .claimIds(Claim::claimId)
                    .longs(claim -> Micros.of(claim.lease()))
                    .longs(claim -> Math.max(Micros.of(claim.lease()), Micros.of(claim.maxDuration())))
                    .longs(claim -> Micros.of(claim.retention()))
                    .booleans(claim -> claim.onDoubt() == OnDoubt.TAKE)
                    .ints(Claim::rerunBelow)
                    .longs(PostgresDialect::acceptedUntil);
            return claimReplies(bulk.results(), batch);
        }
    }

    private static long acceptedUntil(Claim claim) {
        return claim.keyAge() == null
                ? Micros.NEVER
                : Micros.of(claim.keyAge().born().plus(claim.keyAge().limit()));
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
        Sighting written = row.sighting(claim.id(), row.leaseBegan(claim.lease()), null);
        if (written == null) {
            throw new IllegalStateException("a granted claim has no record");
        }
        return new Reply.Answered<>(new ClaimAnswer.Granted(written));
    }

    private static Reply<ClaimAnswer> unwritten(Row row, Claim claim) throws SQLException {
        return Judge.unwritten(claim, row.sighting(claim.id()), row.at());
    }

    @Override
    public List<Reply<FinishAnswer>> finish(Connection connection, List<Finish> batch) throws SQLException {
        try (Bulk<Finish> bulk = new Bulk<>(connection, finish, batch)) {
            bulk.ids(Finish::id)
                    .ints(Finish::attempt)
                    .claimIds(Finish::claimId)
                    .texts(command -> kind(command.ending()))
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

    private static String kind(Ending ending) {
        return ending instanceof Ending.Save ? "SAVE" : ending instanceof Ending.Release ? "RELEASE" : "DOUBT";
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
                    .texts(command -> reason(command.verdict()).name())
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

    private static Reason reason(Settle.Verdict verdict) {
        if (verdict instanceof Settle.Verdict.Happened) {
            return Reason.SETTLED_HAPPENED;
        }
        return verdict instanceof Settle.Verdict.DidNotHappen ? Reason.SETTLED_DID_NOT_HAPPEN : Reason.SETTLED_RERUN;
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
        AnswerParts answer = AnswerParts.of(finish.ending());
        try (PreparedStatement statement = transaction.prepareStatement(completeWithin)) {
            statement.setString(1, finish.id().tenant().id());
            statement.setString(2, finish.id().operation());
            statement.setString(3, finish.id().key().value());
            statement.setInt(4, finish.attempt());
            statement.setLong(5, finish.claimId().origin());
            statement.setLong(6, finish.claimId().sequence());
            statement.setObject(7, answer.success());
            statement.setObject(8, answer.schemaVersion());
            statement.setString(9, answer.contentType());
            statement.setObject(10, answer.omitted());
            statement.setBytes(11, answer.body());
            statement.setLong(12, Micros.of(finish.retention()));
            try (ResultSet result = statement.executeQuery()) {
                Row row = new Row(result, 1);
                Sighting written = result.next() ? row.sighting(finish.id(), row.at(), savedBy(finish)) : null;
                return written == null ? new FinishAnswer.Fenced(null) : new FinishAnswer.Applied(written);
            }
        }
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
