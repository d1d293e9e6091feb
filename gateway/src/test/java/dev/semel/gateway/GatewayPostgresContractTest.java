// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.contracts.http.HttpContract;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import dev.semel.jdbc.JdbcStore;
import dev.semel.servers.Postgres;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Over PostgreSQL, too, the gateway keeps the HTTP contract")
class GatewayPostgresContractTest extends HttpContract {
    @Override
    protected HttpHarness open(HttpStage stage) throws IOException {
        HikariDataSource pool = Postgres.server().pool(4);
        JdbcStore store = JdbcStore.postgresql(pool).table("gateway_contract").build();
        store.schema().create();
        return new GatewayHarness(stage, store, () -> {
            store.close();
            pool.close();
        });
    }
}
