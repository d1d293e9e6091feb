// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.Database;
import dev.semel.servers.MariaDb;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RenewAnswer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A row that a business transaction has locked, on MariaDB")
class MariaDbLocksTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    private final MariaDbBench bench = new MariaDbBench(MariaDb.server(), "semel_locks");
    private long waits;

    @BeforeEach
    void begin() {
        Database.run(bench.pool, "DELETE FROM " + bench.table);
        waits = bench.lockWaits();
    }

    @AfterEach
    void nobodyWaited() {
        try (bench) {
            assertThat(bench.lockWaits()).as("waits for a row").isEqualTo(waits);
        }
    }

    @Test
    @DisplayName("R9, R22: is not renewed, and everybody else's lease is")
    void renewals() throws SQLException {
        Claim locked = bench.granted();
        Claim free = bench.granted();
        try (Connection business = bench.locking(locked);
                Connection store = bench.connect()) {
            assertThat(bench.dialect.renew(store, List.of(Commands.renewal(locked), Commands.renewal(free))))
                    .containsExactly(
                            new Reply.Answered<>(RenewAnswer.UNKNOWN), new Reply.Answered<>(RenewAnswer.RENEWED));
            business.rollback();
        }
    }

    @Test
    @DisplayName("R6, R22: answers a losing claim at once")
    void losers() throws SQLException {
        Claim locked = bench.granted();
        try (Connection business = bench.locking(locked);
                Connection store = bench.connect()) {
            Reply<ClaimAnswer> reply = bench.dialect
                    .claim(store, List.of(Commands.claim(locked.id())))
                    .get(0);
            assertThat(answer(reply)).isInstanceOf(ClaimAnswer.InProgress.class);
            business.rollback();
        }
    }

    @Test
    @DisplayName("R8, R22: is taken over later, and the other lapsed key now")
    void takeovers() throws SQLException {
        Claim locked = bench.granted();
        Claim free = bench.granted();
        bench.elapse(locked, LONG);
        bench.elapse(free, LONG);
        List<Claim> retries = List.of(Commands.claim(locked.id()), Commands.claim(free.id()));
        try (Connection business = bench.locking(locked);
                Connection store = bench.connect()) {
            List<Reply<ClaimAnswer>> replies = bench.dialect.claim(store, retries);
            assertThat(replies.get(0)).isInstanceOf(Reply.Again.class);
            assertThat(answer(replies.get(1))).isInstanceOf(ClaimAnswer.Granted.class);
            business.rollback();
            assertThat(answer(bench.dialect.claim(store, retries.subList(0, 1)).get(0)))
                    .isInstanceOf(ClaimAnswer.Granted.class);
        }
    }

    @Test
    @DisplayName("R10, R22: is finished later, and everybody else's answer is saved now")
    void endings() throws SQLException {
        Claim locked = bench.granted();
        Claim free = bench.granted();
        try (Connection business = bench.locking(locked);
                Connection store = bench.connect()) {
            List<Reply<FinishAnswer>> replies = bench.dialect.finish(
                    store, List.of(Commands.completes(locked, "first"), Commands.completes(free, "second")));
            assertThat(replies.get(0)).isInstanceOf(Reply.Again.class);
            assertThat(answer(replies.get(1))).isInstanceOf(FinishAnswer.Applied.class);
            business.rollback();
        }
    }

    @Test
    @DisplayName("R5, T26: is left by the purge, which goes on with the next")
    void purge() throws SQLException {
        Claim locked = bench.granted();
        Claim free = bench.granted();
        bench.elapse(locked, Duration.ofDays(3));
        bench.elapse(free, Duration.ofDays(2));
        try (Connection business = bench.locking(locked);
                Connection store = bench.connect()) {
            assertThat(bench.dialect.purge(store, 1)).isEqualTo(1);
            assertThat(bench.dialect.purge(store, 1)).isZero();
            business.rollback();
            assertThat(bench.dialect.purge(store, 1)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R5: a purge that has not ended keeps no new key out, whenever that key will expire")
    void purgeBesideClaims() throws SQLException {
        Claim expired = bench.granted();
        bench.elapse(expired, Duration.ofDays(2));
        Claim other = bench.granted();
        try (Connection purge = bench.connect();
                Statement statement = purge.createStatement()) {
            purge.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            purge.setAutoCommit(false);
            // The purge's own statement, held open: the store's is its own transaction and over when it returns.
            statement.executeUpdate(new SqlText("mariadb", new TableName(bench.table))
                    .of("purge")
                    .replace("?", "10"));
            assertThat(bench.granted()).isNotEqualTo(other);
            purge.rollback();
        }
    }

    private static <A> A answer(Reply<A> reply) {
        assertThat(reply).isInstanceOf(Reply.Answered.class);
        return ((Reply.Answered<A>) reply).answer();
    }
}
