// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.contracts.SettleableStoreContract;
import dev.semel.contracts.StoreHarness;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The SQLite store")
class SqliteStoreContractTest extends SettleableStoreContract {

    @Override
    protected StoreHarness open() {
        return new SqliteHarness();
    }
}
