// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.contracts.StoreHarness;
import dev.semel.contracts.StoreModelContract;
import net.jqwik.api.Label;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

@Label("The Redis store on one server")
class RedisStoreModelTest extends StoreModelContract {

    private static SingleFixture fixture;

    @BeforeContainer
    static void start() {
        fixture = new SingleFixture(Servers.single());
    }

    @AfterContainer
    static void stop() {
        fixture.close();
    }

    @Override
    protected StoreHarness open() {
        return RedisHarness.of(fixture);
    }
}
