// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.contracts.Rounds;
import dev.semel.servers.MariaDb;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Transactional completion on MariaDB in processes that are killed")
class MariaDbKillTest extends KillRules {

    MariaDbKillTest() {
        super(MariaDb.server(), Rounds.of("mariadbKillRounds"));
    }
}
