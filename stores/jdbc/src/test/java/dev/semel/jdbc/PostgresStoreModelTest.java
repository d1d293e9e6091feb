// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.contracts.StoreHarness;
import dev.semel.contracts.StoreModelContract;
import dev.semel.servers.Postgres;
import net.jqwik.api.Label;

@Label("The PostgreSQL store")
class PostgresStoreModelTest extends StoreModelContract {

    @Override
    protected StoreHarness open() {
        return JdbcHarness.postgresql(Postgres.server(), "semel_model");
    }
}
