// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
import dev.semel.state.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process with a wrong clock beside a server; which server it is, subclasses say. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClockTests {

    static final List<String> RIGHT = List.of(
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

    private HikariDataSource pool;
    private JdbcStore store;

    abstract Database server();

    /** How {@link ClockedClient} names the store. */
    abstract String product();

    /** The name of the key's column, as this server wants to read it. */
    abstract String key();

    @BeforeAll
    final void open() {
        pool = server().pool(4);
        store = ClockedClient.store(product(), pool);
        store.schema().create();
        Database.run(pool, "TRUNCATE " + ClockedClient.TABLE);
    }

    @AfterAll
    final void close() {
        store.close();
        pool.close();
    }

    @Test
    @DisplayName("R12: the answers that a process with a right clock gets are those that the other ones must get")
    final void right() throws Exception {
        List<String> said = ask("right", 1, Map.of());

        assertThat(said.subList(1, said.size())).isEqualTo(RIGHT);
        assertThat(clock(said)).isCloseTo(Instant.now(), within(1, ChronoUnit.HOURS));
    }

    @ParameterizedTest
    @CsvSource({"+1d, 1, 2", "-1d, -1, 3"})
    @DisplayName("R12: a process's clock that is a day ahead or behind changes no answer, and nothing that it writes")
    final void wrong(String offset, int days, long number) throws Exception {
        List<String> said = ask("off" + offset, number, WrongClock.by(offset));

        assertThat(said.subList(1, said.size())).isEqualTo(RIGHT);
        // It is the process that was wrong, and not the test.
        assertThat(clock(said)).isCloseTo(Instant.now().plus(Duration.ofDays(days)), within(1, ChronoUnit.HOURS));
        assertWrittenByServersClock("off" + offset, number);
    }

    private static Instant clock(List<String> said) {
        return Instant.parse(said.get(0).substring(ClockedClient.NOW.length() + 2));
    }

    private void assertWrittenByServersClock(String prefix, long number) {
        Sighting lapsed = store.find(new ClockedClient(store, prefix, number).id("lapsed"))
                .toCompletableFuture()
                .join()
                .orElseThrow();
        assertThat(lapsed.leaseLeft()).isBetween(Duration.ofSeconds(1), ClockedClient.LEASE);
        assertThat(lapsed.retentionLeft())
                .isBetween(ClockedClient.RETENTION, ClockedClient.RETENTION.plus(ClockedClient.LEASE));
    }

    /** Lays out the records, by a right clock, and lets a process say what it makes of them. */
    private List<String> ask(String prefix, long number, Map<String, String> environment) throws Exception {
        ClockedClient.layOut(store, prefix, number);
        ClockedClient.ageing(ClockedClient.TABLE, key(), prefix).forEach(sql -> Database.run(pool, sql));
        List<String> said = new CopyOnWriteArrayList<>();
        Database database = server();
        try (Child child = Child.start(
                ClockedClient.class,
                environment,
                said::add,
                product(),
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
}
