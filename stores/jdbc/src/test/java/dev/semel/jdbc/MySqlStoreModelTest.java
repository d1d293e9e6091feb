// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.contracts.StoreHarness;
import dev.semel.contracts.StoreModelContract;
import net.jqwik.api.Label;
import net.jqwik.api.lifecycle.AddLifecycleHook;

@AddLifecycleHook(MySql.class)
@Label("The MySQL store")
class MySqlStoreModelTest extends StoreModelContract {

    @Override
    protected StoreHarness open() {
        return JdbcHarness.mysql("semel_model");
    }
}
