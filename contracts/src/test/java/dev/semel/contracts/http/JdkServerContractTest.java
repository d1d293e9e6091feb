// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.http;

import org.junit.jupiter.api.DisplayName;

@DisplayName("The JDK's own HTTP server with a small adapter keeps the HTTP contract")
class JdkServerContractTest extends HttpContract {
    @Override
    protected HttpHarness open(HttpStage stage) throws Exception {
        return new JdkHarness(stage, (bench, played) -> new JdkAdapter(bench.http(), played));
    }
}
