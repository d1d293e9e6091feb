// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.contracts.Rounds;
import dev.semel.jdbc.KilledWorker.Fall;
import dev.semel.servers.Database;
import dev.semel.servers.Postgres;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code -Dsemel.seed} repeats a schedule, as far as processes let themselves be repeated. */
@DisplayName("Transactional completion in processes that are killed")
class KillTest {

    private static final int KEYS_A_ROUND = 48;

    private final long seed = Long.getLong("semel.seed", 20_260_101);
    private final Random random = new Random(seed);
    private final Ledger ledger = new Ledger();
    private HikariDataSource pool;
    private JdbcStore store;

    @BeforeEach
    void open() {
        pool = Postgres.server().pool(4);
        store = JdbcStore.postgresql(pool).table(KilledWorker.RECORDS).build();
        store.schema().create();
        // No unique constraint: the database must not be what keeps a second order out.
        Database.run(
                pool,
                "CREATE TABLE IF NOT EXISTS " + KilledWorker.ORDERS + " (number bigserial PRIMARY KEY,"
                        + " reference text NOT NULL, attempt int NOT NULL, process bigint NOT NULL)");
        Database.run(pool, "TRUNCATE " + KilledWorker.ORDERS + ", " + KilledWorker.RECORDS);
    }

    @AfterEach
    void close() {
        store.close();
        pool.close();
    }

    @Test
    @DisplayName(
            "R10, R22: whoever is killed when, in the end there is one order for each key, and all answers are its")
    void oneOrderForEachKey() throws Exception {
        int rounds = Rounds.of("killRounds");
        try (Fleet fleet = new Fleet(Postgres.server(), true, ledger)) {
            for (int round = 0; round < rounds; round++) {
                fleet.work(ledger.newKeys("key", KEYS_A_ROUND), random);
                assertThat(fleet.killOne(random)).as("SIGKILL").isEqualTo(Child.KILLED);
            }
            assertThat(fleet.finish()).as("a survivor answers every key").isTrue();
        }

        assertThat(ledger.findings(pool, store)).isEmpty();
        System.out.println("kills: " + rounds + " rounds, seed " + seed + ": " + ledger.summary(pool, rounds + 1));
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_COMMIT", "AFTER_COMMIT"})
    @DisplayName("R22: a process that falls dead right before or right after its commit leaves one order")
    void fallsAtTheCommit(Fall moment) throws Exception {
        fall(moment, true);

        assertThat(ledger.findings(pool, store)).isEmpty();
    }

    @Test
    @DisplayName("The ledger finds the second order of an application that commits its order before the answer")
    void canFail() throws Exception {
        List<String> keys = fall(Fall.BETWEEN_TWO_COMMITS, false);

        assertThat(ledger.findings(pool, store)).contains(keys.get(0) + " has 2 orders");
    }

    private List<String> fall(Fall moment, boolean inOneTransaction) throws InterruptedException {
        List<String> keys = ledger.newKeys(moment.name(), 1);
        try (Fleet fleet = new Fleet(Postgres.server(), inOneTransaction, ledger)) {
            assertThat(fleet.fall(keys)).isEqualTo(Child.KILLED);
            assertThat(fleet.finish()).isTrue();
        }
        return keys;
    }
}
