// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.servers.Database;
import dev.semel.servers.MariaDb;
import org.junit.jupiter.api.DisplayName;

@DisplayName("A key that somebody is creating and does not commit, by MySQL's statements, on MariaDB")
class MySqlStatementsCreationTest extends MariaDbCreationTest {

    /** As the documentation asks for: MySQL cannot set it for a statement. */
    @Override
    Database server() {
        return MariaDb.with("innodb_lock_wait_timeout=1,transaction_isolation='READ-COMMITTED'");
    }

    @Override
    JdbcStoreBuilder store(HikariDataSource pool) {
        return new JdbcStoreBuilder(pool, MySqlOnMariaDb::new);
    }
}
