// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.spi.StoreUnavailableException;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimAnswer.Granted;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A SQLite store that cannot do all that is asked")
class SqliteLoadTest {

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void place() {
        file = folder.resolve("semel.db");
    }

    @Test
    @DisplayName("R29: refuses at once what is too much for its queue, and serves what waits")
    void fullQueue() throws SQLException {
        try (SqliteStore store = SqliteStore.at(file).queue(2).open();
                Connection other = Sqlite.connect(file);
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            List<CompletableFuture<ClaimAnswer>> calls = new ArrayList<>();
            // One is with the writer, which waits for the lock; two may wait for the writer.
            do {
                calls.add(store.claim(SqliteCalls.claim("key-" + calls.size())).toCompletableFuture());
            } while (!isRefused(calls.get(calls.size() - 1)));

            assertThat(calls).hasSizeLessThan(100);
            statement.execute("ROLLBACK");

            calls.forEach(call -> call.handle((answer, failure) -> true).join());
            assertThat(SqliteCalls.claims(store, "later")).isInstanceOf(Granted.class);
        }
    }

    private static boolean isRefused(CompletableFuture<ClaimAnswer> call) {
        if (!call.isCompletedExceptionally()) {
            return false;
        }
        assertThatThrownBy(() -> SqliteCalls.answer(call)).isInstanceOf(StoreUnavailableException.class);
        return true;
    }

    @Test
    @DisplayName(
            "R29: is unavailable while another program holds the write lock, still replays, and goes on afterwards")
    void busy() throws SQLException {
        try (SqliteStore store = SqliteStore.at(file).open();
                Connection other = Sqlite.connect(file);
                Statement statement = other.createStatement()) {
            SqliteCalls.runs(store, "done");
            statement.execute("BEGIN IMMEDIATE");

            assertThatThrownBy(() -> SqliteCalls.claims(store, "new"))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("write lock");
            assertThat(SqliteCalls.claims(store, "done")).isInstanceOf(ClaimAnswer.Final.class);

            statement.execute("ROLLBACK");
            assertThat(SqliteCalls.claims(store, "new")).isInstanceOf(Granted.class);
        }
    }

    @Test
    @DisplayName(
            "R17, R29: is unavailable when the disk is full, keeps what it has, and goes on when there is room again")
    void full() {
        MovedClock clock = new MovedClock();
        try (SqliteStore store =
                SqliteStore.at(file).pages(40).clock(clock::from).open()) {
            SqliteCalls.runs(store, "first");
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1_000; i++) {
                            SqliteCalls.runs(store, "key-" + i, new byte[20_000]);
                        }
                    })
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("full");
            assertThat(SqliteCalls.claims(store, "first")).isInstanceOf(ClaimAnswer.Final.class);
            assertThat(SqliteCalls.claims(store, "key-0")).isInstanceOf(ClaimAnswer.Final.class);

            clock.advance(Duration.ofDays(2));
            // Together with claims, of which each could be the one that does not fit: they must not keep it from its
            // work.
            List<CompletableFuture<ClaimAnswer>> crowd = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                crowd.add(store.claim(SqliteCalls.claim("crowd-" + i)).toCompletableFuture());
            }
            assertThat(SqliteCalls.answer(store.purge(100))).isPositive();
            crowd.forEach(call -> call.handle((answer, failure) -> true).join());
            SqliteCalls.runs(store, "room-again", new byte[20_000]);
        }
    }

    @Test
    @DisplayName("answers all that wait before it closes, and leaves one file that others may have")
    void closing() {
        SqliteStore store = SqliteStore.at(file).open();
        List<CompletableFuture<ClaimAnswer>> calls = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            calls.add(store.claim(SqliteCalls.claim("key-" + i)).toCompletableFuture());
        }

        store.close();
        store.close();

        assertThat(calls).allSatisfy(call -> assertThat(call).isCompleted());
        assertThat(Files.exists(folder.resolve("semel.db-wal"))).isFalse();
        assertThatThrownBy(() -> SqliteCalls.claims(store, "later"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> SqliteCalls.finds(store, "later")).isInstanceOf(StoreUnavailableException.class);
        try (SqliteStore next = SqliteStore.at(file).open()) {
            assertThat(SqliteCalls.claims(next, "key-1999")).isInstanceOf(ClaimAnswer.InProgress.class);
        }
    }

    @Test
    @DisplayName("R29: names the setting that cannot do")
    void settings() {
        assertThatThrownBy(() -> SqliteStore.at(file).queue(0).open()).hasMessageContaining("queue");
        assertThatThrownBy(() -> SqliteStore.at(file).batch(0).open()).hasMessageContaining("batch");
        assertThatThrownBy(() -> SqliteStore.at(file).readers(0).open()).hasMessageContaining("readers");
    }
}
