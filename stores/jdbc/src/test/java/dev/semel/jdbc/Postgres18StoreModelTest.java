// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.contracts.StoreHarness;
import dev.semel.contracts.StoreModelContract;
import dev.semel.servers.Postgres;
import net.jqwik.api.Label;

@Label("The PostgreSQL store on PostgreSQL 18")
class Postgres18StoreModelTest extends StoreModelContract {

    @Override
    protected StoreHarness open() {
        return JdbcHarness.postgresql(Postgres.server18(), "semel_model");
    }
}
