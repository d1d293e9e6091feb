// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import dev.semel.contracts.http.HttpContract;
import dev.semel.contracts.http.HttpHarness;
import dev.semel.contracts.http.HttpStage;
import dev.semel.redis.RedisStore;
import dev.semel.servers.RedisProcess;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Over Redis, too, the gateway keeps the HTTP contract")
class GatewayRedisContractTest extends HttpContract {
    @Override
    protected HttpHarness open(HttpStage stage) throws IOException {
        // Patient: a busy machine is no reason for a test to fail.
        RedisStore store = RedisStore.at(RedisProcess.shared())
                .callLimit(Duration.ofSeconds(10))
                .build();
        return new GatewayHarness(stage, store, store::close);
    }
}
