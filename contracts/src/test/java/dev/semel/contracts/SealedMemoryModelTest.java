// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import net.jqwik.api.Label;

@Label("R27: the in-memory store with sealed answers")
class SealedMemoryModelTest extends StoreModelContract {

    @Override
    protected StoreHarness open() {
        return SealedHarness.over(new MemoryHarness());
    }
}
