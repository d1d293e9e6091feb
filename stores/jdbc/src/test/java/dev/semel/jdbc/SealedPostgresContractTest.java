// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.contracts.BrowsableStoreContract;
import dev.semel.contracts.SealedHarness;
import dev.semel.contracts.StoreHarness;
import dev.semel.servers.Postgres;
import org.junit.jupiter.api.DisplayName;

@DisplayName("R27: the PostgreSQL store with sealed answers")
class SealedPostgresContractTest extends BrowsableStoreContract {

    @Override
    protected StoreHarness open() {
        return SealedHarness.over(JdbcHarness.postgresql(Postgres.server(), "semel_sealed"));
    }
}
