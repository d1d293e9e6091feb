// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import org.junit.jupiter.api.DisplayName;

@DisplayName("R27: the in-memory store with sealed answers")
class SealedMemoryContractTest extends DoubtListStoreContract {

    @Override
    protected StoreHarness open() {
        return SealedHarness.over(new MemoryHarness());
    }
}
