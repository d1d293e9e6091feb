// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.Rounds;
import dev.semel.state.Claim;
import dev.semel.state.ClaimAnswer;
import dev.semel.state.ClaimAnswer.Granted;
import dev.semel.state.FinishAnswer;
import dev.semel.state.Reason;
import dev.semel.state.Renewal;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A SQLite store that starts again")
class SqliteRestartTest {

    private static final Instant JUNE = Instant.parse("2025-06-01T00:00:00Z");

    @TempDir
    Path folder;

    private final MovedClock clock = new MovedClock();
    private Path file;

    @BeforeEach
    void place() {
        file = folder.resolve("semel.db");
    }

    private SqliteStore open() {
        return SqliteStore.at(file).clock(clock::from).open();
    }

    @Test
    @DisplayName("R12: lets every open lease run one more full length, however long it was away")
    void oneMoreLease() {
        Claim claim = SqliteCalls.claim("a-key");
        try (SqliteStore store = open()) {
            SqliteCalls.answer(store.claim(claim));
        }
        clock.advance(Duration.ofDays(3));

        try (SqliteStore store = open()) {
            ClaimAnswer early = SqliteCalls.claims(store, "a-key");
            assertThat(early).isInstanceOf(ClaimAnswer.InProgress.class);
            assertThat(((ClaimAnswer.InProgress) early).sighting().leaseLeft())
                    .isBetween(SqliteCalls.LEASE.minusSeconds(20), SqliteCalls.LEASE);

            clock.advance(SqliteCalls.LEASE);
            ClaimAnswer late = SqliteCalls.claims(store, "a-key");
            assertThat(late).isInstanceOf(Granted.class);
            assertThat(((Granted) late).sighting().record().attempt()).isEqualTo(2);
            assertThat(((Granted) late).sighting().record().reason()).isEqualTo(Reason.LEASE_LAPSED);
        }
    }

    @Test
    @DisplayName("R12: the length is that of the last renewal, and the record outlives it by the retention")
    void renewedLease() {
        Duration longer = Duration.ofMinutes(20);
        Claim claim = SqliteCalls.claim("a-key");
        try (SqliteStore store = open()) {
            SqliteCalls.answer(store.claim(claim));
            SqliteCalls.answer(
                    store.renew(List.of(new Renewal(claim.id(), 1, claim.claimId(), longer, SqliteCalls.RETENTION))));
        }
        clock.advance(Duration.ofHours(1));

        try (SqliteStore store = open()) {
            var seen = SqliteCalls.finds(store, "a-key").orElseThrow();
            assertThat(seen.leaseLeft()).isBetween(longer.minusMinutes(1), longer);
            assertThat(seen.retentionLeft()).isGreaterThan(SqliteCalls.RETENTION.plus(longer.minusMinutes(1)));
        }
    }

    @Test
    @DisplayName("R10, R12: the attempt that lived on outside may still complete")
    void survivorCompletes() {
        Claim claim = SqliteCalls.claim("a-key");
        try (SqliteStore store = open()) {
            SqliteCalls.answer(store.claim(claim));
        }
        clock.advance(Duration.ofMinutes(1));

        try (SqliteStore store = open()) {
            assertThat(SqliteCalls.answer(store.finish(SqliteCalls.completion(claim, 1, new byte[1]))))
                    .isInstanceOf(FinishAnswer.Applied.class);
        }
    }

    @Test
    @DisplayName("R5, R12: what had expired before it ended stays expired")
    void expiredStaysExpired() {
        try (SqliteStore store = open()) {
            SqliteCalls.answer(store.claim(SqliteCalls.claim("a-key")));
            clock.advance(Duration.ofDays(2));
            assertThat(SqliteCalls.finds(store, "a-key")).isEmpty();
        }
        try (SqliteStore store = open()) {
            assertThat(SqliteCalls.finds(store, "a-key")).isEmpty();
        }
    }

    @Test
    @DisplayName("R12: a wall clock that was stepped back between two runs does not make time go back")
    void steppedBack() {
        Instant completed;
        try (SqliteStore store = at(JUNE)) {
            SqliteCalls.runs(store, "a-key");
            completed = SqliteCalls.finds(store, "a-key").orElseThrow().at();
        }
        try (SqliteStore store = at(JUNE.minus(Duration.ofDays(30)))) {
            assertThat(SqliteCalls.finds(store, "a-key").orElseThrow().at()).isAfterOrEqualTo(completed);
        }
    }

    @Test
    @DisplayName("R12, R13: time that passed while nothing ran has passed")
    void timePasses() {
        try (SqliteStore store = at(JUNE)) {
            SqliteCalls.runs(store, "a-key");
        }
        try (SqliteStore store = at(JUNE.plus(SqliteCalls.RETENTION).plusSeconds(600))) {
            assertThat(SqliteCalls.claims(store, "a-key")).isInstanceOf(Granted.class);
        }
    }

    private SqliteStore at(Instant wall) {
        return SqliteStore.at(file)
                .clock(latest -> new SqliteClock(wall, latest))
                .open();
    }

    @Test
    @DisplayName("R1, R30: after a kill at any moment everything acknowledged is there, and no key is granted again")
    void killed() throws IOException {
        Random random = new Random(20250601);
        for (int round = 0; round < Rounds.of("sqliteKills"); round++) {
            assertAllThere(acknowledgedBeforeKill(1 + random.nextInt(2_000)));
        }
    }

    private Set<String> acknowledgedBeforeKill(int lines) throws IOException {
        Process worker = SqliteWorker.start("work", file);
        Set<String> said = new HashSet<>();
        try (BufferedReader output = worker.inputReader()) {
            String line = output.readLine();
            for (int count = 1; line != null; count++) {
                if (line.endsWith(" .")) {
                    said.add(line.substring(0, line.length() - 2));
                }
                if (count == lines) {
                    // Not by the process itself: that would close its output before it is read.
                    worker.toHandle().destroyForcibly();
                }
                line = output.readLine();
            }
        }
        worker.onExit().join();
        assertThat(said).contains("opened");
        return said;
    }

    private void assertAllThere(Set<String> said) {
        try (SqliteStore store = SqliteStore.at(file).open()) {
            for (String line : said) {
                if (line.startsWith("completed ")) {
                    assertReplayed(store, line.substring("completed ".length()));
                } else if (line.startsWith("claimed ")) {
                    assertThat(SqliteCalls.claims(store, line.substring("claimed ".length())))
                            .isInstanceOfAny(ClaimAnswer.InProgress.class, ClaimAnswer.Final.class);
                }
            }
        }
    }

    private static void assertReplayed(SqliteStore store, String key) {
        ClaimAnswer answer = SqliteCalls.claims(store, key);
        assertThat(answer).isInstanceOf(ClaimAnswer.Final.class);
        assertThat(((ClaimAnswer.Final) answer).answer().saved().toBytes()).isEqualTo(SqliteCalls.body(key));
    }
}
