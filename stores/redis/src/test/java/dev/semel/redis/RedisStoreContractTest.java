// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.contracts.DoubtListStoreContract;
import dev.semel.contracts.StoreHarness;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The Redis store on one server")
class RedisStoreContractTest extends DoubtListStoreContract {

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
        return RedisHarness.of(fixture);
    }
}
