// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import com.zaxxer.hikari.HikariDataSource;
import dev.semel.contracts.http.HttpContract;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import dev.semel.jdbc.JdbcStore;
import dev.semel.servers.Postgres;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Over PostgreSQL, too, the filter on Jetty keeps the HTTP contract")
class JettyPostgresContractTest extends HttpContract {
    @Override
    protected HttpHarness open(HttpStage stage) {
        HikariDataSource pool = Postgres.server().pool(4);
        JdbcStore store = JdbcStore.postgresql(pool).table("http_contract").build();
        store.schema().create();
        Runnable close = () -> {
            store.close();
            pool.close();
        };
        return new ServletHarness(store, close, Jetty::new, new KitServlet(stage));
    }
}
