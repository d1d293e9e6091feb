// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.contracts.BrowsableStoreContract;
import dev.semel.contracts.StoreHarness;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The MySQL store's statements, on MariaDB")
class MySqlStatementsStoreContractTest extends BrowsableStoreContract {

    @Override
    protected StoreHarness open() {
        return JdbcHarness.mysqlOnMariadb("semel_mysql_contract");
    }
}
