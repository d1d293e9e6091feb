// SPDX-License-Identifier: Apache-2.0
package dev.semel.jdbc;

import dev.semel.contracts.StoreHarness;
import dev.semel.contracts.StoreModelContract;
import net.jqwik.api.Label;

/** A model test sends one command at a time; in production most of them share statements. */
@Label("The PostgreSQL store, by its statements for many")
class PostgresBulkModelTest extends StoreModelContract {

    @Override
    protected StoreHarness open() {
        return JdbcHarness.postgresqlInBulk("semel_bulk_model");
    }
}
