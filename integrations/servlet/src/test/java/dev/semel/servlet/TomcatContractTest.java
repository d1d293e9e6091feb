// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.contracts.http.HttpContract;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import dev.semel.memory.MemoryStore;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The filter on Tomcat keeps the HTTP contract")
class TomcatContractTest extends HttpContract {
    @Override
    protected HttpHarness open(HttpStage stage) {
        return new ServletHarness(MemoryStore.create(), () -> {}, EmbeddedTomcat::new, new KitServlet(stage));
    }
}
