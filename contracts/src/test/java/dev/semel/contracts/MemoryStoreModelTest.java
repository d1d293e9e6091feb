// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import net.jqwik.api.Label;

@Label("The in-memory store")
class MemoryStoreModelTest extends StoreModelContract {

    @Override
    protected StoreHarness open() {
        return new MemoryHarness();
    }
}
