// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.contracts.DoubtListStoreContract;
import dev.semel.contracts.SealedHarness;
import dev.semel.contracts.StoreHarness;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("R27: the Redis store with sealed answers")
class SealedRedisContractTest extends DoubtListStoreContract {

    private static SingleFixture fixture;

    @BeforeAll
    static void start() {
        fixture = new SingleFixture(Servers.single());
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @Override
    protected StoreHarness open() {
        return SealedHarness.over(RedisHarness.of(fixture));
    }
}
