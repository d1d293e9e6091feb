// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.contracts.BrowsableStoreContract;
import dev.semel.contracts.StoreHarness;
import dev.semel.servers.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The PostgreSQL store on PostgreSQL 18")
class Postgres18StoreContractTest extends BrowsableStoreContract {

    @BeforeAll
    static void isVersion18() throws SQLException {
        try (Connection connection =
                DriverManager.getConnection(Postgres.server18().url())) {
            assertThat(connection.getMetaData().getDatabaseMajorVersion()).isEqualTo(18);
        }
    }

    @Override
    protected StoreHarness open() {
        return JdbcHarness.postgresql(Postgres.server18(), "semel_contract");
    }
}
