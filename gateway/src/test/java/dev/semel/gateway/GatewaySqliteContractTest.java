// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.contracts.http.HttpContract;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import dev.semel.jdbc.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Over SQLite, too, the gateway keeps the HTTP contract")
class GatewaySqliteContractTest extends HttpContract {

    @TempDir
    static Path folder;

    @Override
    protected HttpHarness open(HttpStage stage) throws IOException {
        SqliteStore store = SqliteStore.at(folder.resolve("semel.db")).open();
        return new GatewayHarness(stage, store, store::close);
    }
}
