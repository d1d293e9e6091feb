// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.contracts.DoubtListStoreContract;
import dev.semel.contracts.StoreHarness;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The Redis store behind sentinels, waiting for all replicas,")
class SentinelStoreContractTest extends DoubtListStoreContract {

    private static SentinelServers servers;
    private static SingleFixture fixture;

    @BeforeAll
    static void start() {
        servers = new SentinelServers();
        fixture = new SingleFixture(servers.uri(), 2);
    }

    @AfterAll
    static void stop() {
        fixture.close();
        servers.close();
    }

    @Override
    protected StoreHarness open() {
        return RedisHarness.of(fixture);
    }
}
