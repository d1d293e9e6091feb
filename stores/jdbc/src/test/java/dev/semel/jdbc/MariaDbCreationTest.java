// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
import dev.semel.servers.MariaDb;
import org.junit.jupiter.api.DisplayName;

@DisplayName("A key that somebody is creating and does not commit, on MariaDB")
class MariaDbCreationTest extends CreationTests {

    @Override
    Database server() {
        return MariaDb.server();
    }

    @Override
    JdbcStoreBuilder store(HikariDataSource pool) {
        return JdbcStore.mariadb(pool);
    }

    @Override
    String creation(String table, String key) {
        return "INSERT INTO " + table + " (tenant, operation, `key`, format, state, fingerprint, attempt, claim_origin,"
                + " claim_sequence, reason, created_at, lease_until, expires_at, history) VALUES ('acme',"
                + " 'charges.create', '" + key + "', 1, 'IN_PROGRESS', REPEAT('x', 32), 1, 1, 1, 'FIRST', 1, 1, 1, '')";
    }
}
