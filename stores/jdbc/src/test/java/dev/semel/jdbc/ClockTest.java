// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import dev.semel.state.Sighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A process with a wrong clock")
class ClockTest {

    private static final List<String> RIGHT = List.of(
            "new key: Granted IN_PROGRESS attempt 1 FIRST live",
            "its renewal: RENEWED",
            "the new key, found: IN_PROGRESS attempt 1 FIRST live",
            "live lease of another: InProgress",
            "live lease, found: IN_PROGRESS attempt 1 FIRST live",
            "lapsed lease, found: IN_PROGRESS attempt 1 FIRST lapsed",
            "lapsed lease of another: Granted IN_PROGRESS attempt 2 LEASE_LAPSED live",
            "own lapsed lease, renewed: RENEWED",
            "kept answer: Final answer of kept",
            "expired answer: Granted IN_PROGRESS attempt 1 FIRST live",
            "young key: Granted IN_PROGRESS attempt 1 FIRST live",
            "old key: KeyTooOld",
            "completion: Applied",
            "its replay: Final answer of new",
            "purgeable, found: nothing",
            "kept answer, found after the purge: COMPLETED attempt 1 FIRST",
            "engine, new key: owner true",
            "engine, live lease of another: Conflict",
            "engine, completion: Recorded",
            "engine, retry: Replay",
            "engine, kept answer: Replay");

    private static HikariDataSource pool;
    private static JdbcStore store;

    @BeforeAll
    static void open() {
        pool = Postgres.server().pool(4);
        store = JdbcStore.postgresql(pool).table(ClockedClient.TABLE).build();
        store.schema().create();
        Database.run(pool, "TRUNCATE " + ClockedClient.TABLE);
    }

    @AfterAll
    static void close() {
        store.close();
        pool.close();
    }

    @Test
    @DisplayName("R12: the answers that a process with a right clock gets are those that the other ones must get")
    void right() throws Exception {
        List<String> said = ask("right", 1, Map.of());

        assertThat(said.subList(1, said.size())).isEqualTo(RIGHT);
        assertThat(clock(said)).isCloseTo(Instant.now(), within(1, ChronoUnit.HOURS));
    }

    @ParameterizedTest
    @CsvSource({"+1d, 1, 2", "-1d, -1, 3"})
    @DisplayName("R12: a process's clock that is a day ahead or behind changes no answer, and nothing that it writes")
    void wrong(String offset, int days, long number) throws Exception {
        List<String> said = ask("off" + offset, number, fake(offset));

        assertThat(said.subList(1, said.size())).isEqualTo(RIGHT);
        // It is the process that was wrong, and not the test.
        assertThat(clock(said)).isCloseTo(Instant.now().plus(Duration.ofDays(days)), within(1, ChronoUnit.HOURS));
        assertWrittenByServersClock("off" + offset, number);
    }

    private static Instant clock(List<String> said) {
        return Instant.parse(said.get(0).substring(ClockedClient.NOW.length() + 1));
    }

    private static void assertWrittenByServersClock(String prefix, long number) {
        Sighting lapsed = store.find(new ClockedClient(store, prefix, number).id("lapsed"))
                .toCompletableFuture()
                .join()
                .orElseThrow();
        assertThat(lapsed.leaseLeft()).isBetween(Duration.ofSeconds(1), ClockedClient.LEASE);
        assertThat(lapsed.retentionLeft())
                .isBetween(ClockedClient.RETENTION, ClockedClient.RETENTION.plus(ClockedClient.LEASE));
    }

    /** Lays out the records, by a right clock, and lets a process say what it makes of them. */
    private static List<String> ask(String prefix, long number, Map<String, String> environment) throws Exception {
        ClockedClient other = new ClockedClient(store, prefix, -number);
        ClockedClient itself = new ClockedClient(store, prefix, number);
        List.of("live", "lapsed", "kept", "expired", "purgeable").forEach(key -> other.claim(key, null));
        itself.claim("own-lapsed", null);
        List.of("kept", "expired", "purgeable").forEach(other::complete);
        elapse(List.of(prefix + "-lapsed", prefix + "-own-lapsed"), ClockedClient.LEASE);
        elapse(List.of(prefix + "-expired", prefix + "-purgeable"), ClockedClient.RETENTION);
        List<String> said = new CopyOnWriteArrayList<>();
        Database database = Postgres.server();
        try (Child child = Child.start(
                ClockedClient.class,
                environment,
                said::add,
                database.url(),
                Objects.requireNonNullElse(database.user(), ""),
                Objects.requireNonNullElse(database.password(), ""),
                prefix,
                String.valueOf(number),
                Instant.now().toString())) {
            assertThat(child.exitCode())
                    .as("exit code; see target/children.log")
                    .isZero();
        }
        return said;
    }

    private static void elapse(List<String> keys, Duration duration) {
        long micros = Micros.of(duration);
        Database.run(
                pool,
                "UPDATE " + ClockedClient.TABLE + " SET lease_until = lease_until - " + micros
                        + ", expires_at = expires_at - " + micros + " WHERE key IN ('" + String.join("', '", keys)
                        + "')");
    }

    private static Map<String, String> fake(String offset) throws IOException {
        return Map.of(
                "LD_PRELOAD",
                library().toString(),
                "FAKETIME",
                offset,
                // Waits and lease-keeping go by this one, which nobody can set.
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                // A work-around for other C libraries, which on ours ends every timed wait of the JVM at once.
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0");
    }

    private static Path library() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("/usr/lib"))) {
            return folders.map(folder -> folder.resolve("faketime/libfaketimeMT.so.1"))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "libfaketime is missing, which makes a process's clock wrong: apt-get install libfaketime, or"
                                    + " run ./semel test stores, which installs it"));
        }
    }
}
