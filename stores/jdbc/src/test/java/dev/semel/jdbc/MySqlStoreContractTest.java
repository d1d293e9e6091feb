// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.contracts.BrowsableStoreContract;
import dev.semel.contracts.StoreHarness;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySql.class)
@DisplayName("The MySQL store")
class MySqlStoreContractTest extends BrowsableStoreContract {

    @Override
    protected StoreHarness open() {
        return JdbcHarness.mysql("semel_contract");
    }
}
