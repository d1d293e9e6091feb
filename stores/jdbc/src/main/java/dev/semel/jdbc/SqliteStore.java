// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.Browsable;
import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Purgeable;
import dev.semel.spi.Settleable;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Abandon;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Decision;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import dev.semel.state.Sighting;
import dev.semel.state.Transitions;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A store in a SQLite file, for a service that runs as one process. The commands of all callers share transactions and
 * their flushes to the disk; nothing is acknowledged before it is durable. What writes nothing is answered beside that.
 *
 * <p>Safe for use by several threads. The file is owned from {@link SqliteStoreBuilder#open} to {@link #close}: close it
 * after the engine.
 */
public final class SqliteStore implements IdempotencyStore, Purgeable, Settleable, Browsable, AutoCloseable {

    /** Renewals come a thousand at a time, from one caller: they keep leases alive, and go before what is new. */
    private static final int RENEWALS = 1_000;

    private static final int WALKS = 32;

    private final Guarantees guarantees;
    private final SqliteHints hints;
    private final SqliteWriter writer;
    private final SqliteCrew crew;
    private final SqliteQueue<SqliteGlance> looks;
    private final SqliteQueue<SqliteGlance> walks;

    private SqliteStore(SqliteFile file, SqliteSettings settings, SqliteLock lock, Ownership ownership) {
        InstantSource clock = ownership.clock();
        guarantees = SqliteGuarantees.of(settings.sync());
        hints = new SqliteHints();
        looks = new SqliteQueue<>("readers", settings.queue(), settings.batch(), look -> 0);
        // One part of one page at a time, on a thread of its own: whoever looks a single record up waits for none.
        walks = new SqliteQueue<>("browser", WALKS, 1, walk -> 0);
        SqliteQueue<SqliteTask<?>> tasks =
                new SqliteQueue<>("writer", settings.queue(), settings.batch(), SqliteTask::weight);
        writer = new SqliteWriter(tasks, () -> records(file, ownership));
        crew = new SqliteCrew(lock, tasks, looks, walks);
        crew.start(
                writer,
                settings.readers(),
                () -> new SqliteReader(looks, file, clock),
                new SqliteReader(walks, file, clock));
    }

    /** A store in the file at this path; the file is made if there is none. */
    public static SqliteStoreBuilder at(Path file) {
        return new SqliteStoreBuilder(file);
    }

    static SqliteStore on(SqliteFile file, SqliteSettings settings, SqliteLock lock) {
        file.prepare();
        try {
            return new SqliteStore(file, settings, lock, restart(file, settings));
        } catch (SQLException e) {
            throw SqliteFailures.unavailable(e);
        }
    }

    private SqliteRecords records(SqliteFile file, Ownership ownership) throws SQLException {
        ownership.tenure().require();
        return new SqliteRecords(file.writing(), ownership.clock(), hints, ownership.tenure());
    }

    /** What an owner has from its start to its end. */
    private record Ownership(InstantSource clock, SqliteTenure tenure) {}

    /** Goes on where the last owner's time ended, and lets every open lease run once more. */
    private static Ownership restart(SqliteFile file, SqliteSettings settings) throws SQLException {
        try (SqliteSession session = file.writing()) {
            session.begin();
            long latest = session.number("SELECT latest FROM semel_clock");
            InstantSource clock = settings.clock().apply(Micros.instant(latest));
            long now = Micros.of(clock.instant());
            session.statement("restart").number(now).number(latest).run();
            session.statement("mark-time").number(now).run();
            SqliteTenure tenure = SqliteTenure.begin(file.path(), session);
            session.commit();
            return new Ownership(clock, tenure);
        }
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        CompletableFuture<ClaimAnswer> answer = new CompletableFuture<>();
        if (!hints.has(claim.id())) {
            write(claim, answer);
            return answer;
        }
        return look(
                new SqliteLook<>(claim.id(), answer, (record, now) -> {
                    Decision<ClaimAnswer> decision = Transitions.onClaim(record, claim, now);
                    if (decision.write() == null) {
                        answer.complete(decision.answer());
                    } else {
                        write(claim, answer);
                    }
                }),
                answer);
    }

    private void write(Claim claim, CompletableFuture<ClaimAnswer> answer) {
        writer.submit(records -> records.claim(claim), 0, 0, answer);
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        int weight = finish.ending() instanceof Ending.Save save ? save.saved().size() : 0;
        return write(
                records -> records.decide(finish.id(), (record, now) -> Transitions.onFinish(record, finish, now)),
                weight);
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        List<Renewal> renewals = List.copyOf(batch);
        CompletableFuture<List<RenewAnswer>> answer = new CompletableFuture<>();
        writer.submit(records -> renew(records, renewals), 0, RENEWALS, answer);
        return answer.exceptionally(failure -> Collections.nCopies(renewals.size(), RenewAnswer.UNKNOWN));
    }

    private static List<RenewAnswer> renew(SqliteRecords records, List<Renewal> batch) throws SQLException {
        List<RenewAnswer> answers = new ArrayList<>(batch.size());
        for (Renewal renewal : batch) {
            answers.add(renew(records, renewal));
        }
        return answers;
    }

    private static RenewAnswer renew(SqliteRecords records, Renewal renewal) throws SQLException {
        try {
            return records.decide(renewal.id(), (record, now) -> Transitions.onRenew(record, renewal, now));
        } catch (UnreadableRecordException e) {
            return RenewAnswer.UNKNOWN;
        }
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return write(
                records -> records.decide(abandon.id(), (record, now) -> Transitions.onAbandon(record, abandon, now)),
                0);
    }

    @Override
    public CompletionStage<SettleAnswer> settle(Settle settle) {
        int weight = settle.verdict() instanceof Settle.Verdict.Happened happened
                ? happened.saved().size()
                : 0;
        return write(
                records -> records.decide(settle.id(), (record, now) -> Transitions.onSettle(record, settle, now)),
                weight);
    }

    @Override
    public CompletionStage<Integer> purge(int limit) {
        return write(records -> records.purge(limit), 0);
    }

    private <A> CompletableFuture<A> write(SqliteTask.Work<A> work, int weight) {
        CompletableFuture<A> answer = new CompletableFuture<>();
        writer.submit(work, weight, 0, answer);
        return answer;
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        CompletableFuture<Optional<Sighting>> answer = new CompletableFuture<>();
        return look(
                new SqliteLook<>(
                        id,
                        answer,
                        (record, now) ->
                                answer.complete(Optional.ofNullable(record).map(seen -> new Sighting(seen, now)))),
                answer);
    }

    @Override
    public CompletionStage<Page> browse(Question question) {
        question.after().map(Place::of).ifPresent(SqliteLookup::numberIn);
        SqliteWalk walk = new SqliteWalk(walks, new Walk(question, System.nanoTime()));
        walk.goOn();
        return walk.answer();
    }

    private <A> CompletableFuture<A> look(SqliteLook<A> look, CompletableFuture<A> answer) {
        try {
            looks.add(look, 0);
        } catch (StoreUnavailableException e) {
            answer.completeExceptionally(e);
        }
        return answer;
    }

    @Override
    public Guarantees guarantees() {
        return guarantees;
    }

    /** Answers what waits, leaves the file as a single one, and lets others have it. Closing it again does nothing. */
    @Override
    public void close() {
        crew.close();
    }
}
