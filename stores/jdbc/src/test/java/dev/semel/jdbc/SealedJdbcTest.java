// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static dev.semel.jdbc.Commands.claim;
import static dev.semel.jdbc.Commands.now;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.Admission;
import dev.semel.Completion;
import dev.semel.Fingerprint;
import dev.semel.Idempotency;
import dev.semel.IdempotencyKey;
import dev.semel.Intent;
import dev.semel.Outcome;
import dev.semel.Saved;
import dev.semel.Tenant;
import dev.semel.seal.KeyRing;
import dev.semel.seal.Seal;
import dev.semel.seal.SealedStore;
import dev.semel.seal.SealingKey;
import dev.semel.servers.Postgres;
import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Settleable;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.Ending;
import dev.semel.state.Finish;
import dev.semel.state.OnDoubt;
import dev.semel.state.RecordId;
import dev.semel.state.Settle;
import dev.semel.state.SettleAnswer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R27: of sealed answers")
class SealedJdbcTest {

    private static final String BODY = "card-4242-of-somebody";
    private static final String TYPE = "text/x-private-type";
    private static final Saved ANSWER = Saved.of(TYPE, BODY.getBytes(StandardCharsets.UTF_8));
    private static final KeyRing KEYS =
            KeyRing.of(SealingKey.of("2026-11", "Zk2rB4Jm9v0w1yqTn3cXhW7gLx8s6u5d2R1p9oHtq4A="));

    @TempDir
    Path folder;

    @Test
    @DisplayName("a SQLite file has nothing, in no file beside it either, and a store without the keys gives nothing")
    void sqlite() throws IOException {
        RecordId id = Commands.freshId();
        try (SqliteStore file = SqliteStore.at(folder.resolve("semel.db")).open()) {
            SealedStore sealed = SealedStore.over(file, KEYS);
            save(sealed, id);

            assertThat(replayed(sealed, id)).isEqualTo(ANSWER);
            assertNothingReadable();
            assertThat(Seal.isOn(replayed(file, id))).isTrue();
        }
        assertNothingReadable();
    }

    private void assertNothingReadable() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(BODY, TYPE);
            }
        }
        assertThat(Files.size(folder.resolve("semel.db"))).isPositive();
    }

    @Test
    @DisplayName("PostgreSQL has nothing of what was completed, completed in a transaction, or settled")
    void postgresql() throws Exception {
        try (HikariDataSource pool = Postgres.server().pool(6);
                JdbcStore table = JdbcStore.postgresql(pool)
                        .table("semel_sealed_rows")
                        .callLimit(Duration.ofSeconds(50))
                        .build()) {
            table.schema().create();
            SealedStore.InTransactions<Connection> sealed = SealedStore.over(table, KEYS);
            RecordId completed = Commands.freshId();
            save(sealed, completed);
            RecordId settled = Commands.freshId();
            settle(sealed, settled);
            Intent transacted = transacted(sealed, pool);

            for (RecordId id : List.of(completed, settled, transacted.recordId())) {
                assertThat(replayed(sealed, id)).isEqualTo(ANSWER);
                assertThatThrownBy(() -> now(SealedStore.over(table, others()).find(id)))
                        .hasCauseInstanceOf(UnreadableRecordException.class)
                        .hasMessageContaining("'2026-11'");
            }
            assertThat(rows(pool))
                    .hasSize(3)
                    .allSatisfy(row -> assertThat(row)
                            .contains("acme", "application/vnd.semel.sealed;v=1;key=2026-11")
                            .doesNotContain(BODY, TYPE));
        }
    }

    /** Whole rows as text, and what their bytes are as text. */
    private static List<String> rows(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT r::text || encode(r.body, 'escape') FROM semel_sealed_rows r")) {
            Stream.Builder<String> all = Stream.builder();
            while (rows.next()) {
                all.add(rows.getString(1));
            }
            return all.build().toList();
        }
    }

    private static KeyRing others() {
        return KeyRing.of(SealingKey.of("2027-05", "uV1mQm2yqfU3b0kcdQYAhW3gJx5r5v9c0Q7m0oVtq3E="));
    }

    private static Intent transacted(SealedStore.InTransactions<Connection> sealed, HikariDataSource pool)
            throws Exception {
        Intent intent = new Intent(
                Shop.CHARGES,
                new Tenant("acme"),
                new IdempotencyKey(UUID.randomUUID().toString()),
                Fingerprint.of("100 EUR"));
        try (Idempotency engine =
                Idempotency.builder(sealed).storeTimeout(Duration.ofSeconds(50)).build()) {
            Admission admission = engine.admit(intent);
            Transacted transacted = Transactions.of(sealed, TransactionRunner.over(pool))
                    .run(((Admission.Run) admission).ticket(), transaction -> Outcome.completed(ANSWER));
            assertThat(transacted.completion()).isInstanceOf(Completion.Recorded.class);
            assertThat(((Admission.Replay) engine.admit(intent)).answer().saved())
                    .isEqualTo(ANSWER);
        }
        return intent;
    }

    private static void save(SealedStore store, RecordId id) {
        Claim claim = claim(id);
        assertThat(now(store.claim(claim))).isInstanceOf(ClaimAnswer.Granted.class);
        now(store.finish(ending(claim, new Ending.Save(true, ANSWER, 0))));
    }

    private static void settle(SealedStore.InTransactions<Connection> store, RecordId id) {
        Claim claim = claim(id);
        now(store.claim(claim));
        now(store.finish(ending(claim, new Ending.Doubt())));
        Settle settle = new Settle(
                id,
                1,
                claim.claimId(),
                claim(id).claimId(),
                new Settle.Verdict.Happened(true, ANSWER, 0),
                "grace",
                "in the ledger",
                Commands.RETENTION);
        assertThat(now(((Settleable) store).settle(settle))).isInstanceOf(SettleAnswer.Settled.class);
    }

    private static Finish ending(Claim claim, Ending ending) {
        return new Finish(claim.id(), 1, claim.claimId(), ending, Commands.RETENTION, OnDoubt.TAKE);
    }

    private static Saved replayed(IdempotencyStore store, RecordId id) {
        return ((ClaimAnswer.Final) now(store.claim(claim(id)))).answer().saved();
    }
}
