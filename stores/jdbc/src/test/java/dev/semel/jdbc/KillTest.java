// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.Rounds;
import dev.semel.jdbc.KilledWorker.Fall;
import dev.semel.servers.Postgres;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Transactional completion on PostgreSQL in processes that are killed")
class KillTest extends KillRules {

    KillTest() {
        super(Postgres.server(), Rounds.of("killRounds"));
    }

    @Test
    @DisplayName("The ledger finds the second order of an application that commits its order before the answer")
    void canFail() throws Exception {
        List<String> keys = fall(Fall.BETWEEN_TWO_COMMITS, false);

        assertThat(ledger.findings(pool, store)).contains(keys.get(0) + " has 2 orders");
    }
}
