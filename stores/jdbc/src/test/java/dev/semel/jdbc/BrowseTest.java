// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.InvalidValueException;
import dev.semel.contracts.StoreHarness;
import dev.semel.servers.Postgres;
import dev.semel.spi.Browsable;
import dev.semel.spi.Browsable.Page;
import dev.semel.spi.Browsable.Question;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.State;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A look through many records")
class BrowseTest {

    /** More than one statement looks at, whichever way it goes. */
    private static final int MANY = SqliteLookup.ROWS + 500;

    enum Kind {
        POSTGRESQL,
        MARIADB,
        SQLITE;

        StoreHarness open(String table) {
            return switch (this) {
                case POSTGRESQL -> JdbcHarness.postgresql(Postgres.server(), table);
                case MARIADB -> JdbcHarness.mariadb(table);
                case SQLITE -> new SqliteHarness();
            };
        }
    }

    @ParameterizedTest(
            name = "R16, R36: on {0}, what waits to be settled is on the first page, and a page ends in time")
    @EnumSource
    void doubtsFirst(Kind kind) {
        try (StoreHarness harness = kind.open("semel_browse")) {
            IdempotencyStore store = harness.store();
            RecordId first = held(store);
            completed(store, MANY);
            RecordId last = held(store);

            assertThat(ids(page(store, Question.all(2).in(State.IN_DOUBT)))).containsExactlyInAnyOrder(first, last);
            assertThat(followed(store, Question.all(1_000).in(State.IN_DOUBT))).containsExactlyInAnyOrder(first, last);
            assertThat(followed(store, Question.all(1_000))).hasSize(MANY + 2);
        }
    }

    @ParameterizedTest(name = "R29: on {0}, a page of large answers is a short one, and none is left out")
    @EnumSource
    void heavy(Kind kind) {
        try (StoreHarness harness = kind.open("semel_browse_heavy")) {
            IdempotencyStore store = harness.store();
            for (int i = 0; i < 5; i++) {
                Commands.completed(store, Commands.freshId(), new byte[2 << 20]);
            }

            assertThat(page(store, Question.all(5)).found()).hasSize(2);
            assertThat(followed(store, Question.all(5))).hasSize(5);
        }
    }

    @ParameterizedTest(name = "R36: on {0}, a word that is no place is refused")
    @EnumSource
    void noPlace(Kind kind) {
        try (StoreHarness harness = kind.open("semel_browse_place")) {
            Browsable store = (Browsable) harness.store();
            for (String word : List.of("", "0", "x\ny\nz\n", "1\n2\n3")) {
                assertThatThrownBy(() -> store.browse(Question.all(5).after(word)))
                        .as(word)
                        .isInstanceOf(InvalidValueException.class);
            }
        }
    }

    @Test
    @DisplayName("R29: pages wait for each other and claims for none of them; beyond a few, more are refused at once")
    void claimsGoFirst() throws SQLException {
        try (HikariDataSource pool = Postgres.server().pool(1);
                JdbcStore store = JdbcStore.postgresql(pool)
                        .table("semel_browse_busy")
                        .connections(1)
                        .build()) {
            store.schema().create();
            completed(store, MANY);
            List<CompletableFuture<Page>> pages;
            CompletableFuture<ClaimAnswer> claim;
            // The only connection is the test's until all have asked: none is done before, however slowly they ask.
            try (Connection taken = pool.getConnection()) {
                assertThat(taken.isClosed()).isFalse();
                pages = Stream.generate(() ->
                                store.browse(Question.all(1).in(State.RELEASED)).toCompletableFuture())
                        .limit(9)
                        .toList();
                claim = store.claim(Commands.claim(Commands.freshId())).toCompletableFuture();
            }
            CompletableFuture<Boolean> claimed = pages.get(7).thenApply(last -> claim.isDone());

            assertThat(Commands.now(claim)).isInstanceOf(ClaimAnswer.Granted.class);
            assertThat(Commands.now(claimed)).as("before the last page").isTrue();
            assertThatThrownBy(() -> Commands.now(pages.get(8))).hasCauseInstanceOf(StoreUnavailableException.class);
            pages.subList(0, 8).forEach(Commands::now);
        }
    }

    @Test
    @DisplayName("R36: PostgreSQL never reads the whole table for a page")
    void byTheIndex() throws SQLException {
        TableName table = new TableName("semel_browse_plan");
        PostgresDialect dialect = new PostgresDialect(table);
        try (HikariDataSource pool = Postgres.server().pool(1)) {
            new Schema(pool, dialect, table).create();
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                long before = wholeReads(connection);
                dialect.survey(connection, Question.all(10), Optional.empty(), 10);
                assertThat(wholeReads(connection)).isEqualTo(before);
                connection.rollback();
            }
        }
    }

    private static long wholeReads(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = 'semel_browse_plan'")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static RecordId held(IdempotencyStore store) {
        Claim claim = Commands.claim(Commands.freshId());
        Commands.now(store.claim(claim));
        Commands.now(store.finish(
                new Finish(claim.id(), 1, claim.claimId(), new Ending.Doubt(), Commands.RETENTION, OnDoubt.HOLD)));
        return claim.id();
    }

    private static void completed(IdempotencyStore store, int count) {
        List<Claim> claims = Stream.generate(() -> Commands.claim(Commands.freshId()))
                .limit(count)
                .toList();
        together(claims.stream().map(store::claim).toList());
        together(claims.stream()
                .map(claim -> store.finish(Commands.completes(claim, "paid")))
                .toList());
    }

    private static void together(List<? extends CompletionStage<?>> stages) {
        stages.forEach(Commands::now);
    }

    private static Page page(IdempotencyStore store, Question question) {
        return Commands.now(((Browsable) store).browse(question));
    }

    private static Set<RecordId> ids(Page page) {
        Set<RecordId> ids = new HashSet<>();
        page.found().forEach(sighting -> ids.add(sighting.record().id()));
        return ids;
    }

    private static Set<RecordId> followed(IdempotencyStore store, Question question) {
        List<Page> pages = new ArrayList<>(List.of(page(store, question)));
        while (pages.get(pages.size() - 1).next().isPresent()) {
            pages.add(page(
                    store, question.after(pages.get(pages.size() - 1).next().orElseThrow())));
        }
        Set<RecordId> ids = new HashSet<>();
        pages.forEach(page -> ids.addAll(ids(page)));
        return ids;
    }
}
