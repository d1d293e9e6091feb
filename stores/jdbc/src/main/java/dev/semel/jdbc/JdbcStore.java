// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.spi.Browsable;
import dev.semel.spi.Guarantees;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Purgeable;
import dev.semel.spi.Settleable;
import dev.semel.spi.Transactional;
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
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;

/**
 * A store on a relational database. The commands of all callers of a process are gathered into statements for many
 * records, so that they share round trips and commits; nothing is acknowledged before the database has it durably.
 *
 * <p>Safe for use by several threads. It takes at most as many connections as it was allowed, on threads of its own, and
 * only for as long as a statement runs. Close it after the engine.
 */
public final class JdbcStore
        implements IdempotencyStore, Purgeable, Settleable, Browsable, Transactional<Connection>, AutoCloseable {

    private final Dialect dialect;
    private final Crew crew;
    private final Schema schema;
    private final JdbcSettings settings;
    private final Guarantees guarantees;
    private final KnownAnswers answers = new KnownAnswers();
    private final Lane<Claim, ClaimAnswer> claims;
    private final Lane<Finish, FinishAnswer> endings;
    private final Lane<Renewal, RenewAnswer> renewals;
    private final Lane<Abandon, Boolean> abandons;
    private final Lane<Settle, SettleAnswer> settlements;
    private final Lane<RecordId, Optional<Sighting>> looks;

    private final Browser browser;

    JdbcStore(Dialect dialect, Crew crew, Schema schema, JdbcSettings settings, Guarantees guarantees) {
        this.dialect = dialect;
        this.crew = crew;
        this.schema = schema;
        this.settings = settings;
        this.guarantees = guarantees;
        LaneLimits limits = settings.lane();
        claims = new Lane<>("claims", limits, crew, Claim::id, claim -> 0, this::claimAll);
        endings = new Lane<>("completions", limits, crew, Finish::id, JdbcStore::size, this::finishAll);
        renewals = new Lane<>("renewals", settings.bulkLane(), crew, Renewal::id, renewal -> 0, dialect::renew);
        abandons = new Lane<>("abandons", limits, crew, Abandon::id, abandon -> 0, dialect::abandon);
        settlements = new Lane<>("settlements", limits, crew, Settle::id, JdbcStore::size, dialect::settle);
        browser = new Browser(dialect, crew);
        looks = new Lane<>("look-ups", settings.lookLane(), crew, id -> id, id -> 0, dialect::find);
    }

    /** A store on PostgreSQL 15 or newer. */
    public static JdbcStoreBuilder postgresql(DataSource dataSource) {
        return new JdbcStoreBuilder(dataSource, PostgresDialect::new);
    }

    /** A store on MariaDB 11.4 or newer. */
    public static JdbcStoreBuilder mariadb(DataSource dataSource) {
        return new JdbcStoreBuilder(dataSource, MariaDbDialect::new);
    }

    /** A store on MySQL 8.0.21 or newer; unproven: see docs/stores-mariadb.md. */
    public static JdbcStoreBuilder mysql(DataSource dataSource) {
        return new JdbcStoreBuilder(dataSource, MySqlDialect::new);
    }

    private static int size(Finish finish) {
        return finish.ending() instanceof Ending.Save save ? save.saved().size() : 0;
    }

    private static int size(Settle settle) {
        return settle.verdict() instanceof Settle.Verdict.Happened happened
                ? happened.saved().size()
                : 0;
    }

    /** Creates the tables where they are missing, and checks them where they are not. */
    public Schema schema() {
        return schema;
    }

    /** Where the records are: transactions that an answer is to be saved in come from there, too. */
    public DataSource dataSource() {
        return schema.dataSource();
    }

    /**
     * A claim that will probably find an answer is asked for by a look, which is cheaper and waits for nobody's commit. A look
     * settles it only where the claim would write nothing.
     */
    @Override
    public CompletionStage<ClaimAnswer> claim(Claim claim) {
        if (!answers.contains(claim.id())) {
            return claims.submit(claim);
        }
        return looks.submit(claim.id()).thenCompose(seen -> {
            Reply<ClaimAnswer> reply = seen.map(sighting -> Judge.unwritten(claim, sighting, sighting.at()))
                    .orElse(new Reply.Again<>(null));
            if (reply instanceof Reply.Answered<ClaimAnswer> answered) {
                return CompletableFuture.completedFuture(answered.answer());
            }
            answers.remove(claim.id());
            return claims.submit(claim);
        });
    }

    @Override
    public CompletionStage<FinishAnswer> finish(Finish finish) {
        return endings.submit(finish);
    }

    private List<Reply<ClaimAnswer>> claimAll(Connection connection, List<Claim> batch) throws SQLException {
        List<Reply<ClaimAnswer>> replies = dialect.claim(connection, batch);
        for (int i = 0; i < replies.size(); i++) {
            if (replies.get(i) instanceof Reply.Answered<ClaimAnswer> answered
                    && answered.answer() instanceof ClaimAnswer.Final) {
                answers.add(batch.get(i).id());
            }
        }
        return replies;
    }

    private List<Reply<FinishAnswer>> finishAll(Connection connection, List<Finish> batch) throws SQLException {
        List<Reply<FinishAnswer>> replies = dialect.finish(connection, batch);
        for (int i = 0; i < replies.size(); i++) {
            if (batch.get(i).ending() instanceof Ending.Save && replies.get(i) instanceof Reply.Answered) {
                answers.add(batch.get(i).id());
            }
        }
        return replies;
    }

    @Override
    public CompletionStage<List<RenewAnswer>> renew(List<Renewal> batch) {
        List<CompletableFuture<RenewAnswer>> answers = batch.stream()
                .map(renewal -> renewals.submit(renewal).exceptionally(failure -> RenewAnswer.UNKNOWN))
                .toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenApply(all -> answers.stream().map(CompletableFuture::join).toList());
    }

    @Override
    public CompletionStage<Boolean> abandon(Abandon abandon) {
        return abandons.submit(abandon);
    }

    @Override
    public CompletionStage<SettleAnswer> settle(Settle settle) {
        return settlements.submit(settle);
    }

    @Override
    public CompletionStage<Optional<Sighting>> find(RecordId id) {
        return looks.submit(id);
    }

    @Override
    public CompletionStage<Integer> purge(int limit) {
        return crew.ask(connection -> dialect.purge(connection, limit));
    }

    @Override
    public CompletionStage<Page> browse(Question question) {
        return browser.browse(question);
    }

    @Override
    public FinishAnswer completeWithin(Connection transaction, Finish finish) {
        if (!(finish.ending() instanceof Ending.Save)) {
            throw new IllegalArgumentException("only an answer is saved within a transaction: roll back, and end the"
                    + " ticket, for everything else");
        }
        try {
            if (transaction.getAutoCommit()) {
                throw new IllegalArgumentException(
                        "the connection is in autocommit, so that there is no transaction to be part of");
            }
            return dialect.completeWithin(transaction, finish);
        } catch (SQLException e) {
            throw Failures.unavailable(e);
        }
    }

    @Override
    public Guarantees guarantees() {
        return guarantees;
    }

    /** Waits for what is under way, as long as one call may take, and lets the threads go. */
    @Override
    public void close() {
        List<Lane<?, ?>> lanes = List.of(claims, endings, renewals, abandons, settlements, looks);
        lanes.forEach(Lane::close);
        long deadline = System.nanoTime() + settings.callLimit().toNanos();
        try {
            for (Lane<?, ?> lane : lanes) {
                lane.isEmptyBy(deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        crew.close();
        lanes.forEach(Lane::end);
    }
}
