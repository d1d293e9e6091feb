// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.contracts.http.HttpContract;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import dev.semel.jdbc.SqliteStore;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Over SQLite, too, the filter on Jetty keeps the HTTP contract")
class JettySqliteContractTest extends HttpContract {

    @TempDir
    static Path folder;

    @Override
    protected HttpHarness open(HttpStage stage) {
        SqliteStore store = SqliteStore.at(folder.resolve("semel.db")).open();
        return new ServletHarness(store, store::close, Jetty::new, new KitServlet(stage));
    }
}
