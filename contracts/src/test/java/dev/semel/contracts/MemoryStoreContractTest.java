// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import org.junit.jupiter.api.DisplayName;

@DisplayName("The in-memory store")
class MemoryStoreContractTest extends DoubtListStoreContract {

    @Override
    protected StoreHarness open() {
        return new MemoryHarness();
    }
}
