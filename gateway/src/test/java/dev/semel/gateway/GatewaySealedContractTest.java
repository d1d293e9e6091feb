// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.contracts.http.HttpContract;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import dev.semel.jdbc.SqliteStore;
import dev.semel.seal.KeyRing;
import dev.semel.seal.SealedStore;
import dev.semel.seal.SealingKey;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R27: with sealed answers, too, the gateway keeps the HTTP contract")
class GatewaySealedContractTest extends HttpContract {

    private static final KeyRing KEYS =
            KeyRing.of(SealingKey.of("2026-11", "Zk2rB4Jm9v0w1yqTn3cXhW7gLx8s6u5d2R1p9oHtq4A="));

    @TempDir
    static Path folder;

    @Override
    protected HttpHarness open(HttpStage stage) throws IOException {
        SqliteStore store = SqliteStore.at(folder.resolve("semel.db")).open();
        return new GatewayHarness(stage, SealedStore.over(store, KEYS.refusingPlain()), store::close);
    }
}
