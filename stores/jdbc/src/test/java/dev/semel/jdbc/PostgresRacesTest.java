// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.KeyAge;
import dev.semel.state.RecordId;
import dev.semel.state.RenewAnswer;
import dev.semel.state.State;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Two that meet on a row, on PostgreSQL")
class PostgresRacesTest {

    private static HikariDataSource pool;
    private static JdbcStore store;

    @BeforeAll
    static void open() {
        pool = Postgres.server().pool(10);
        store = JdbcStore.postgresql(pool).table("semel_met").build();
        store.schema().create();
    }

    @AfterAll
    static void close() {
        store.close();
        pool.close();
    }

    @Test
    @DisplayName("R9, R22: a completion that had to wait for a renewal is not taken for one that lost")
    void completionAfterRenewal() throws Exception {
        Claim claim = granted();
        try (Connection renewal = pool.getConnection();
                Connection business = pool.getConnection()) {
            renewal.setAutoCommit(false);
            business.setAutoCommit(false);
            execute(renewal, "UPDATE semel_met SET lease_until = lease_until + 1 WHERE " + isFor(claim));
            CompletableFuture<FinishAnswer> completed = CompletableFuture.supplyAsync(
                    () -> store.completeWithin(business, Commands.completes(claim, "paid")));
            awaitSomebodyWaiting();
            renewal.commit();

            assertThat(Commands.now(completed)).isInstanceOf(FinishAnswer.Applied.class);
            business.commit();
        }
        assertThat(state(claim)).isEqualTo(State.COMPLETED);
    }

    @Test
    @DisplayName("R10, R22: a completion that had to wait for a takeover has lost")
    void completionAfterTakeover() throws Exception {
        Claim claim = granted();
        try (Connection takeover = pool.getConnection();
                Connection business = pool.getConnection()) {
            takeover.setAutoCommit(false);
            business.setAutoCommit(false);
            execute(takeover, "UPDATE semel_met SET attempt = 2, claim_sequence = -1 WHERE " + isFor(claim));
            CompletableFuture<FinishAnswer> completed = CompletableFuture.supplyAsync(
                    () -> store.completeWithin(business, Commands.completes(claim, "paid")));
            awaitSomebodyWaiting();
            takeover.commit();

            assertThat(Commands.now(completed)).isInstanceOf(FinishAnswer.Fenced.class);
            business.rollback();
        }
        assertThat(state(claim)).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    @DisplayName(
            "R9, R22: a transaction that may not see a renewal since its beginning is refused, and completes nothing")
    void renewedUnderSnapshot() throws Exception {
        Claim claim = granted();
        try (Connection business = pool.getConnection()) {
            business.setAutoCommit(false);
            business.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            execute(business, "SELECT 1 FROM semel_met");
            assertThat(Commands.now(store.renew(List.of(Commands.renewal(claim)))))
                    .containsExactly(RenewAnswer.RENEWED);

            assertThatThrownBy(() -> store.completeWithin(business, Commands.completes(claim, "paid")))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("40001");
            business.rollback();
        }
        assertThat(state(claim)).isEqualTo(State.IN_PROGRESS);
    }

    @Test
    @DisplayName("R12: what a lone winner hears about its record is what was written")
    void heardAsWritten() {
        Claim claim = Commands.claim(Commands.freshId());
        ClaimAnswer.Granted granted = (ClaimAnswer.Granted) Commands.now(store.claim(claim));
        assertThat(granted.sighting().record())
                .isEqualTo(Commands.now(store.find(claim.id())).orElseThrow().record());
    }

    @Test
    @DisplayName(
            "R14: a key that became too old after its record was made is granted, and not left in progress by nobody")
    void oldRightAfterTheWrite() throws SQLException {
        RecordId id = Commands.freshId();
        Instant born = Micros.instant(number("SELECT (date_part('epoch', clock_timestamp()) * 1000000)::bigint"));
        Duration limit = Duration.ofSeconds(1);
        Database.run(
                pool,
                "CREATE FUNCTION semel_met_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep_until('"
                        + born.plus(limit).plusMillis(1) + "'); RETURN NEW; END $$");
        Database.run(
                pool,
                "CREATE TRIGGER semel_met_slow AFTER INSERT ON semel_met FOR EACH ROW WHEN (NEW.key = '"
                        + id.key().value() + "') EXECUTE FUNCTION semel_met_slow()");
        Claim plain = Commands.claim(id);

        ClaimAnswer answer = Commands.now(store.claim(new Claim(
                id,
                plain.fingerprint(),
                plain.claimId(),
                plain.lease(),
                plain.maxDuration(),
                plain.retention(),
                plain.onDoubt(),
                0,
                new KeyAge(born, limit))));

        assertThat(answer instanceof ClaimAnswer.Granted)
                .isEqualTo(Commands.now(store.find(id)).isPresent());
    }

    @Test
    @DisplayName("R29: who waits for a locked row when the store is closed hears of it")
    void closedWhileWaiting() throws Exception {
        Claim claim = granted();
        try (Connection other = pool.getConnection()) {
            other.setAutoCommit(false);
            execute(other, "SELECT 1 FROM semel_met WHERE " + isFor(claim) + " FOR UPDATE");
            JdbcStore hasty = JdbcStore.postgresql(pool)
                    .table("semel_met")
                    .callLimit(Duration.ofMillis(100))
                    .build();
            CompletableFuture<FinishAnswer> ending =
                    hasty.finish(Commands.completes(claim, "paid")).toCompletableFuture();
            hasty.close();

            assertThatThrownBy(() -> Commands.now(ending)).hasCauseInstanceOf(StoreUnavailableException.class);
            other.rollback();
        }
    }

    private static Claim granted() {
        Claim claim = Commands.claim(Commands.freshId());
        assertThat(Commands.now(store.claim(claim))).isInstanceOf(ClaimAnswer.Granted.class);
        return claim;
    }

    private static String isFor(Claim claim) {
        return "key = '" + claim.id().key().value() + "'";
    }

    private static State state(Claim claim) {
        return Commands.now(store.find(claim.id())).orElseThrow().record().state();
    }

    private static void awaitSomebodyWaiting() throws SQLException {
        String waiting =
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%semel_met%'";
        while (number(waiting) == 0) {
            Thread.onSpinWait();
        }
    }

    private static long number(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
