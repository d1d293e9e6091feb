// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.semel.state.ClaimAnswer;
import dev.semel.state.Sighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A process whose clock is set, on SQLite")
class SqliteClockTest {

    private static final String PREFIX = "set";
    private static final long NUMBER = 7;
    private static final int PATIENCE_SECONDS = 60;

    @TempDir
    Path folder;

    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    @ParameterizedTest
    @CsvSource({"+0d, 0", "+1d, 1", "-1d, -1"})
    @DisplayName("R12: by a day, ahead or back, while it has the file: no answer changes, and nothing that it writes")
    void whileItRuns(String offset, int days) throws Exception {
        Path file = folder.resolve("semel.db");
        Path clock = Files.writeString(folder.resolve("clock"), "+0d");
        Instant began = Instant.now();
        try (Child child = start(WrongClock.byFile(clock), file, PREFIX)) {
            assertThat(clock()).isCloseTo(began, within(1, ChronoUnit.HOURS));
            assertThat(hear()).startsWith(SqliteClockedClient.LAID_OUT);
            ClockedClient.ageing("semel_record", "key", PREFIX).forEach(sql -> Sqlite.run(file, sql));
            // In one piece: the process may look at any moment.
            Path next = Files.writeString(folder.resolve("next"), offset);
            Files.move(next, clock, StandardCopyOption.ATOMIC_MOVE);
            child.tell("go on");

            assertThat(clock()).isCloseTo(Instant.now().plus(Duration.ofDays(days)), within(1, ChronoUnit.HOURS));
            assertThat(child.exitCode())
                    .as("exit code; see target/children.log")
                    .isZero();
        }
        assertThat(List.copyOf(said)).isEqualTo(ClockTests.RIGHT);
        assertThat(instant(file, "SELECT max(lease_until) FROM semel_record"))
                .isBetween(began, Instant.now().plus(ClockedClient.LEASE));
    }

    @Test
    @DisplayName("R12: back by a day between two runs: what was left goes on from where it was, with one more lease")
    void betweenTwoRuns() throws Exception {
        Path file = folder.resolve("semel.db");
        try (SqliteStore store = SqliteStore.at(file).open()) {
            ClockedClient.layOut(store, PREFIX, NUMBER);
        }
        Instant left = instant(file, "SELECT latest FROM semel_clock");
        try (Child child = start(WrongClock.by("-1d"), file, "behind")) {
            assertThat(clock()).isBefore(left);
            assertThat(hear()).startsWith(SqliteClockedClient.LAID_OUT);
            child.kill();
        }
        assertThat(instant(file, "SELECT min(created_at) FROM semel_record WHERE key LIKE 'behind-%'"))
                .isAfterOrEqualTo(left);
        try (SqliteStore store = SqliteStore.at(file).open()) {
            Sighting live = SqliteCalls.answer(store.find(new ClockedClient(store, PREFIX, NUMBER).id("live")))
                    .orElseThrow();
            assertThat(live.record().createdAt()).isBeforeOrEqualTo(left);
            assertThat(live.leaseLeft()).isBetween(ClockedClient.LEASE.minusMinutes(1), ClockedClient.LEASE);
            assertThat(new ClockedClient(store, PREFIX, NUMBER).claim("kept", null))
                    .startsWith(ClaimAnswer.Final.class.getSimpleName());
        }
    }

    private static Instant instant(Path file, String question) {
        return Micros.instant(Long.parseLong(Sqlite.ask(file, question)));
    }

    private Child start(Map<String, String> environment, Path file, String prefix) {
        return Child.start(
                SqliteClockedClient.class,
                environment,
                said::add,
                file.toString(),
                prefix,
                String.valueOf(NUMBER),
                Instant.now().toString());
    }

    private Instant clock() throws InterruptedException, IOException {
        return Instant.parse(hear().substring(ClockedClient.NOW.length() + 2));
    }

    private String hear() throws InterruptedException, IOException {
        String line = said.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            throw new IOException("the process says nothing; see target/children.log");
        }
        return line;
    }
}
