// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.contracts.http.HttpContract;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import dev.semel.memory.MemoryStore;
import org.junit.jupiter.api.DisplayName;

@DisplayName("T14: with asynchronous servlets, too, the filter on Tomcat keeps the HTTP contract")
class TomcatAsyncContractTest extends HttpContract {
    @Override
    protected HttpHarness open(HttpStage stage) {
        return new ServletHarness(MemoryStore.create(), () -> {}, EmbeddedTomcat::new, new AsyncKitServlet(stage));
    }
}
