// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.spi.Guarantees.Durability;
import dev.semel.spi.UnreadableRecordException;
import dev.semel.state.Abandon;
import dev.semel.state.Answer;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.FinishAnswer;
import dev.semel.state.RenewAnswer;
import dev.semel.state.Renewal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A SQLite file")
class SqliteFileTest {

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void place() {
        file = folder.resolve("semel.db");
    }

    @Test
    @DisplayName("R12: belongs to one store; a second one in the same process is refused, and the first keeps it")
    void secondStoreOfTheProcess() throws IOException {
        try (SqliteStore store = SqliteStore.at(file).open()) {
            Path link = Files.createSymbolicLink(folder.resolve("link.db"), file);

            for (Path name : List.of(file, link, folder.resolve("../" + folder.getFileName() + "/semel.db"))) {
                assertThatThrownBy(() -> SqliteStore.at(name).open())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(
                                "process " + ProcessHandle.current().pid())
                        .hasMessageContaining("since");
            }

            assertThat(another("open")).startsWith("refused");
            SqliteCalls.runs(store, "a-key");
        }
        assertThat(another("open")).isEqualTo("opened .");
    }

    @Test
    @DisplayName("R12: belongs to one process; a second one is refused and told who owns it")
    void secondProcess() throws IOException {
        Process owner = SqliteWorker.start("work", file);
        try {
            assertThat(owner.inputReader().readLine()).isEqualTo("opened .");

            assertThatThrownBy(() -> SqliteStore.at(file).open())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("process " + owner.pid())
                    .hasMessageContaining("since");
        } finally {
            owner.destroyForcibly().onExit().join();
        }
        SqliteStore.at(file).open().close();
    }

    private String another(String what) throws IOException {
        Process process = SqliteWorker.start(what, file);
        String said = process.inputReader().readLine();
        process.onExit().join();
        return said;
    }

    @Test
    @DisplayName("is left byte for byte as it is when it is no database")
    void noDatabase() throws IOException {
        Files.writeString(file, "somebody's notes, longer than the header of a database would be: ".repeat(3));
        assertRefused("not a SQLite database");

        Files.writeString(file, "short");
        assertRefused("not a SQLite database");
    }

    @Test
    @DisplayName("is left byte for byte as it is when it is another application's database")
    void otherApplication() throws IOException {
        Sqlite.run(file, "CREATE TABLE semel_record (id INTEGER PRIMARY KEY)");

        assertRefused("another application");

        try (var beside = Files.list(folder)) {
            assertThat(beside.map(Path::getFileName).map(Path::toString))
                    .containsExactlyInAnyOrder("semel.db", "semel.db.lock");
        }
    }

    @Test
    @DisplayName("is not begun anew beside the log of a file that is gone: the log's pages would be written into it")
    void strandedLog() throws IOException {
        Path log = folder.resolve("semel.db-wal");
        byte[] pages;
        try (SqliteStore store = SqliteStore.at(file).open()) {
            SqliteCalls.runs(store, "a-key");
            pages = Files.readAllBytes(log);
        }
        Files.write(log, pages);
        for (boolean empty : List.of(false, true)) {
            Files.deleteIfExists(file);
            if (empty) {
                Files.createFile(file);
            }
            assertThatThrownBy(() -> SqliteStore.at(file).open())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("semel.db-wal");
            assertThat(log).hasBinaryContent(pages);
        }
    }

    @Test
    @DisplayName("is refused when its tables are of a newer version")
    void newerSchema() throws IOException {
        fill(1);
        Sqlite.run(file, "UPDATE semel_schema SET version = 2");

        assertRefused("version 2");
    }

    private void fill(int records) {
        try (SqliteStore store = SqliteStore.at(file).open()) {
            for (int i = 0; i < records; i++) {
                SqliteCalls.runs(store, "key-" + i, new byte[1_000]);
            }
        }
    }

    private void assertRefused(String why) throws IOException {
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(() -> SqliteStore.at(file).open())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(why);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    @DisplayName("is not made in a folder that does not exist")
    void noFolder() {
        assertThatThrownBy(
                        () -> SqliteStore.at(folder.resolve("nowhere/semel.db")).open())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not exist");
    }

    @Test
    @DisplayName("T10: a record of format 1 that plain SQL wrote is replayed byte for byte")
    void goldenRecord() {
        SqliteStore.at(file).open().close();
        Sqlite.run(file, """
                INSERT INTO semel_record (id, tenant, operation, key, format, state, fingerprint, attempt, claim_origin,
                    claim_sequence, reason, created_at, lease_until, lease, expires_at, history, success, answer_attempt,
                    schema_version, completed_at, content_type, omitted, body)
                VALUES (1, 'merchant-1', 'charges.create', 'golden', 1, 'COMPLETED', x'%s', 2, -1, 7, 'LEASE_LAPSED',
                    1700000000000000, 1700000030000000, 30000000, 9223372036854775807,
                    '1' || char(9) || 'FIRST' || char(9) || '1700000000000000' || char(10)
                        || '2' || char(9) || 'LEASE_LAPSED' || char(9) || '1700000040000000',
                    1, 2, 3, 1700000041000000, 'application/json', 0, x'00ff7b7d0a')
                """.formatted(java.util.HexFormat.of().formatHex(SqliteCalls.PAYLOAD.toBytes())));

        try (SqliteStore store = SqliteStore.at(file).open()) {
            ClaimAnswer replay = SqliteCalls.claims(store, "golden");

            assertThat(replay).isInstanceOf(ClaimAnswer.Final.class);
            Answer answer = ((ClaimAnswer.Final) replay).answer();
            assertThat(answer.saved().toBytes()).containsExactly(0, 0xff, 0x7b, 0x7d, 0x0a);
            assertThat(answer.saved().contentType()).isEqualTo("application/json");
            assertThat(answer.schemaVersion()).isEqualTo(3);
            assertThat(answer.attempt()).isEqualTo(2);
            assertThat(SqliteCalls.finds(store, "golden")
                            .orElseThrow()
                            .record()
                            .history()
                            .lines())
                    .hasSize(2);
        }
    }

    @Test
    @DisplayName(
            "T10, R20: a record of a newer format is neither read nor overwritten, and nothing is run because of it")
    void newerFormat() {
        Claim claim = SqliteCalls.claim("newer");
        try (SqliteStore store = SqliteStore.at(file).open()) {
            SqliteCalls.answer(store.claim(claim));
        }
        Sqlite.run(file, "UPDATE semel_record SET format = 2");
        String before = row();

        try (SqliteStore store = SqliteStore.at(file).open()) {
            var together = List.of(
                    store.claim(SqliteCalls.claim("newer")),
                    store.finish(SqliteCalls.completion(claim, 1, new byte[1])),
                    store.abandon(new Abandon(claim.id(), claim.claimId())),
                    store.find(claim.id()));
            Renewal renewal = new Renewal(claim.id(), 1, claim.claimId(), SqliteCalls.LEASE, SqliteCalls.RETENTION);
            SqliteCalls.runs(store, "fine");

            together.forEach(call -> assertThatThrownBy(() -> SqliteCalls.answer(call))
                    .isInstanceOf(UnreadableRecordException.class)
                    .hasMessageContaining("format 2"));
            assertThat(SqliteCalls.answer(store.renew(List.of(renewal)))).containsExactly(RenewAnswer.UNKNOWN);
            assertThatThrownBy(() -> SqliteCalls.claims(store, "newer")).isInstanceOf(UnreadableRecordException.class);
        }
        assertThat(row()).isEqualTo(before);
    }

    private String row() {
        return Sqlite.ask(
                file,
                "SELECT format || state || attempt || claim_origin || lease_until || expires_at FROM semel_record"
                        + " WHERE key = 'newer'");
    }

    @Test
    @DisplayName("R10: what an operator's tool changed is noticed, whatever the store remembers")
    void changedFromOutside() {
        try (SqliteStore store = SqliteStore.at(file).open()) {
            Claim claim = SqliteCalls.claim("a-key");
            SqliteCalls.answer(store.claim(claim));

            Sqlite.run(file, "UPDATE semel_record SET state = 'RELEASED'");

            assertThat(SqliteCalls.answer(store.finish(SqliteCalls.completion(claim, 1, new byte[1]))))
                    .isInstanceOf(FinishAnswer.AlreadyEnded.class);
        }
    }

    @Test
    @DisplayName("R30: says what a power cut may take")
    void guarantees() {
        try (SqliteStore store = SqliteStore.at(file).open()) {
            assertThat(store.guarantees().durability()).isEqualTo(Durability.MACHINE_CRASH);
        }
        try (SqliteStore store =
                SqliteStore.at(file).synchronous(SqliteSync.NORMAL).open()) {
            assertThat(store.guarantees().durability()).isEqualTo(Durability.PROCESS_CRASH);
            assertThat(store.guarantees().statement()).contains("may be lost when the machine crashes");
            SqliteCalls.runs(store, "a-key");
        }
    }

    @Test
    @DisplayName("R27: a refusal shows neither key nor payload")
    void secrecy() {
        try (SqliteStore store = SqliteStore.at(file).open()) {
            SqliteCalls.runs(store, "secret-key", "secret-body".getBytes(StandardCharsets.UTF_8));
            Sqlite.run(file, "UPDATE semel_record SET state = 'secret-key'");

            assertThatThrownBy(() -> SqliteCalls.finds(store, "secret-key"))
                    .isInstanceOf(UnreadableRecordException.class)
                    .hasMessageNotContaining("secret");
        }
    }
}
