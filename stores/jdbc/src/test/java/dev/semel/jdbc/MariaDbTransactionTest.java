// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.servers.Database;
import dev.semel.servers.MariaDb;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RenewAnswer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A completion inside the application's transaction, on MariaDB")
class MariaDbTransactionTest {

    private final MariaDbBench bench = new MariaDbBench(MariaDb.server(), "semel_within");

    @BeforeEach
    void shop() {
        Database.run(
                bench.pool, "CREATE TABLE IF NOT EXISTS semel_orders (id VARCHAR(100) PRIMARY KEY) ENGINE = InnoDB");
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    @DisplayName("R22: commits together with the business rows")
    void commits() throws SQLException {
        Claim claim = bench.granted();
        try (Connection business = ordering(claim)) {
            assertThat(bench.dialect.completeWithin(business, Commands.completes(claim, "done")))
                    .isInstanceOf(FinishAnswer.Applied.class);
            assertThat(retried(claim)).isInstanceOf(ClaimAnswer.InProgress.class);
            business.commit();
        }
        assertThat(orders(claim)).isEqualTo(1);
        assertThat(retried(claim))
                .isInstanceOfSatisfying(
                        ClaimAnswer.Final.class,
                        answer -> assertThat(new String(answer.answer().saved().toBytes(), StandardCharsets.UTF_8))
                                .isEqualTo("done"));
    }

    @Test
    @DisplayName("R22: is rolled back together with the business rows")
    void rollsBack() throws SQLException {
        Claim claim = bench.granted();
        try (Connection business = ordering(claim)) {
            bench.dialect.completeWithin(business, Commands.completes(claim, "done"));
            business.rollback();
        }
        assertThat(orders(claim)).isZero();
        assertThat(retried(claim)).isInstanceOf(ClaimAnswer.InProgress.class);
    }

    @Test
    @DisplayName("R10, R22: is refused to an attempt that was taken over")
    void fenced() throws SQLException {
        Claim claim = bench.granted();
        try (Connection business = ordering(claim)) {
            bench.elapse(claim, Duration.ofMinutes(2));
            assertThat(retried(claim)).isInstanceOf(ClaimAnswer.Granted.class);
            assertThat(bench.dialect.completeWithin(business, Commands.completes(claim, "late")))
                    .isInstanceOf(FinishAnswer.Fenced.class);
            business.rollback();
        }
        assertThat(retried(claim)).isInstanceOf(ClaimAnswer.InProgress.class);
    }

    @Test
    @DisplayName("R10, R22: is refused to an attempt that has ended already, so that no business row is there twice")
    void onlyOnce() throws SQLException {
        Claim claim = bench.granted();
        try (Connection business = ordering(claim);
                Connection store = bench.connect()) {
            bench.dialect.finish(store, List.of(Commands.completes(claim, "first")));
            assertThat(bench.dialect.completeWithin(business, Commands.completes(claim, "second")))
                    .isInstanceOf(FinishAnswer.Fenced.class);
            business.rollback();
        }
    }

    @Test
    @DisplayName(
            "R9, R22: works when the lease was renewed after the transaction's first look, under snapshot isolation too")
    void renewedMeanwhile() throws SQLException {
        Claim claim = bench.granted();
        try (Connection business = bench.connect();
                Connection store = bench.connect();
                Statement statement = business.createStatement()) {
            statement.execute("SET innodb_snapshot_isolation = ON");
            business.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            business.setAutoCommit(false);
            statement.executeQuery("SELECT count(*) FROM semel_orders").close();
            assertThat(bench.dialect.renew(store, List.of(Commands.renewal(claim))))
                    .containsExactly(new Reply.Answered<>(RenewAnswer.RENEWED));
            assertThat(bench.dialect.completeWithin(business, Commands.completes(claim, "done")))
                    .isInstanceOf(FinishAnswer.Applied.class);
            business.commit();
            statement.execute("SET innodb_snapshot_isolation = DEFAULT");
        }
        assertThat(retried(claim)).isInstanceOf(ClaimAnswer.Final.class);
    }

    private Connection ordering(Claim claim) throws SQLException {
        Connection business = bench.connect();
        business.setAutoCommit(false);
        try (Statement statement = business.createStatement()) {
            statement.executeUpdate(
                    "INSERT INTO semel_orders VALUES ('" + claim.id().key().value() + "')");
        }
        return business;
    }

    private long orders(Claim claim) {
        return bench.number("SELECT count(*) FROM semel_orders WHERE id = '"
                + claim.id().key().value() + "'");
    }

    private ClaimAnswer retried(Claim claim) throws SQLException {
        try (Connection store = bench.connect()) {
            Reply<ClaimAnswer> reply = bench.dialect
                    .claim(store, List.of(Commands.claim(claim.id())))
                    .get(0);
            return ((Reply.Answered<ClaimAnswer>) reply).answer();
        }
    }
}
