// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.jdbc.KilledWorker.Fall;
import dev.semel.servers.Database;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code -Dsemel.seed} repeats a schedule, as far as processes let themselves be repeated. */
abstract class KillRules {

    private static final int KEYS_A_ROUND = 48;

    final Ledger ledger = new Ledger();
    private final Database database;
    private final int rounds;
    private final long seed = Long.getLong("semel.seed", 20_260_101);
    private final Random random = new Random(seed);
    HikariDataSource pool;
    JdbcStore store;

    KillRules(Database database, int rounds) {
        this.database = database;
        this.rounds = rounds;
    }

    @BeforeEach
    void open() {
        pool = database.pool(4);
        store = OrderDatabase.of(database).store(pool);
        store.schema().create();
        OrderDatabase.of(database).prepare(pool);
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
        try (Fleet fleet = new Fleet(database, true, ledger)) {
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

    final List<String> fall(Fall moment, boolean inOneTransaction) throws InterruptedException {
        List<String> keys = ledger.newKeys(moment.name(), 1);
        try (Fleet fleet = new Fleet(database, inOneTransaction, ledger)) {
            assertThat(fleet.fall(keys)).isEqualTo(Child.KILLED);
            assertThat(fleet.finish()).isTrue();
        }
        return keys;
    }
}
