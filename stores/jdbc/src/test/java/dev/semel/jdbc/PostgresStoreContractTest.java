// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.contracts.BrowsableStoreContract;
import dev.semel.contracts.StoreHarness;
import dev.semel.servers.Postgres;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The PostgreSQL store")
class PostgresStoreContractTest extends BrowsableStoreContract {

    @Override
    protected StoreHarness open() {
        return JdbcHarness.postgresql(Postgres.server(), "semel_contract");
    }
}
