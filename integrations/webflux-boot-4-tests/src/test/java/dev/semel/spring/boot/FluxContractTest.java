// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import dev.semel.contracts.http.HttpContract;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import org.junit.jupiter.api.DisplayName;

@DisplayName("R33: the starter with WebFlux on Netty keeps the HTTP contract")
class FluxContractTest extends HttpContract {
    @Override
    protected HttpHarness open(HttpStage stage) throws Exception {
        return new FluxHarness(stage);
    }
}
