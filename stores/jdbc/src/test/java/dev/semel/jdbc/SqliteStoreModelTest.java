// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.contracts.StoreHarness;
import dev.semel.contracts.StoreModelContract;
import net.jqwik.api.Label;

@Label("The SQLite store")
class SqliteStoreModelTest extends StoreModelContract {

    @Override
    protected StoreHarness open() {
        return new SqliteHarness();
    }
}
