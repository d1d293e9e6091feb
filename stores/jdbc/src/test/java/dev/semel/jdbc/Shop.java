// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Admission;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.InDoubt;
import dev.semel.Intent;
import dev.semel.Operation;
import dev.semel.Outcome;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.Ticket;
import dev.semel.key.KeyRules;
import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;

/** An application with business rows and an engine, on one database: what transactional completion is for. */
final class Shop implements AutoCloseable {

    /** A disk that a busy machine lets wait is no reason for a test to fail. */
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    static final Operation CHARGES = Operation.named("charges.create")
            .keyRules(KeyRules.LENIENT)
            .inDoubt(InDoubt.rerun())
            .lease(Duration.ofMinutes(1))
            .completionWait(PATIENCE)
            .build();

    private final HikariDataSource pool;
    private final JdbcStore store;
    private final Idempotency engine;

    Shop(HikariDataSource pool, JdbcStore store) {
        this.pool = pool;
        this.store = store;
        this.engine = Idempotency.builder(store)
                .drainTime(Duration.ZERO)
                .storeTimeout(PATIENCE)
                .build();
        store.schema().create();
        Database.run(pool, "CREATE TABLE IF NOT EXISTS charge (reference varchar(80) NOT NULL, attempt int NOT NULL)");
    }

    static Shop onPostgresql() {
        HikariDataSource pool = Postgres.server().pool(10);
        return new Shop(
                pool,
                JdbcStore.postgresql(pool)
                        .table("semel_shop")
                        .callLimit(PATIENCE)
                        .build());
    }

    HikariDataSource pool() {
        return pool;
    }

    JdbcStore store() {
        return store;
    }

    Transactions transactions() {
        return Transactions.of(store, TransactionRunner.over(pool));
    }

    static Intent intent() {
        return new Intent(
                CHARGES,
                new Tenant("acme"),
                new IdempotencyKey(UUID.randomUUID().toString()),
                Fingerprint.of("100 EUR"));
    }

    Admission admit(Intent intent) throws InterruptedException {
        return engine.admit(intent);
    }

    Ticket run(Intent intent) throws InterruptedException {
        return ((Admission.Run) admit(intent)).ticket();
    }

    /** The work: a business row for the intent. */
    static TransactionalWork charge(Intent intent) {
        return transaction -> {
            insert(transaction, intent);
            return paid();
        };
    }

    static void insert(Connection transaction, Intent intent) throws SQLException {
        try (PreparedStatement statement =
                transaction.prepareStatement("INSERT INTO charge (reference, attempt) VALUES (?, 1)")) {
            statement.setString(1, intent.key().value());
            statement.executeUpdate();
        }
    }

    static Outcome paid() {
        return Outcome.completed(saved("paid"));
    }

    static Saved saved(String text) {
        return Saved.of("text/plain", text.getBytes(StandardCharsets.UTF_8));
    }

    long charges(Intent intent) {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT count(*) FROM charge WHERE reference = ?")) {
            statement.setString(1, intent.key().value());
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                return result.getLong(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the charges cannot be counted", e);
        }
    }

    /** Lets every lease lapse. */
    void lapse() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "UPDATE semel_shop SET lease_until = lease_until - 120000000 WHERE state = 'IN_PROGRESS'");
        }
    }

    @Override
    public void close() {
        engine.close();
        store.close();
        pool.close();
    }
}
