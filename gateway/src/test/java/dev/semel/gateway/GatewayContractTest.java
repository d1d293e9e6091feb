// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.contracts.http.HttpContract;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import dev.semel.memory.MemoryStore;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The gateway keeps the HTTP contract")
class GatewayContractTest extends HttpContract {
    @Override
    protected HttpHarness open(HttpStage stage) throws IOException {
        return new GatewayHarness(stage, MemoryStore.create(), () -> {});
    }
}
