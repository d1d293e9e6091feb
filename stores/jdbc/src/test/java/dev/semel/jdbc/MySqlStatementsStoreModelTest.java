// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.contracts.StoreHarness;
import dev.semel.contracts.StoreModelContract;
import net.jqwik.api.Label;

@Label("The MySQL store's statements, on MariaDB")
class MySqlStatementsStoreModelTest extends StoreModelContract {

    @Override
    protected StoreHarness open() {
        return JdbcHarness.mysqlOnMariadb("semel_mysql_model");
    }
}
