// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import dev.semel.contracts.http.HttpContract;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import dev.semel.redis.RedisStore;
import dev.semel.servers.RedisProcess;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Over Redis, too, the filter on Tomcat keeps the HTTP contract")
class TomcatRedisContractTest extends HttpContract {
    @Override
    protected HttpHarness open(HttpStage stage) {
        // Patient: a busy machine is no reason for a test to fail.
        RedisStore store = RedisStore.at(RedisProcess.shared())
                .callLimit(Duration.ofSeconds(10))
                .build();
        return new ServletHarness(store, store::close, EmbeddedTomcat::new, new KitServlet(stage));
    }
}
