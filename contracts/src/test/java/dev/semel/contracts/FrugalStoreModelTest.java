// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import net.jqwik.api.Label;

@Label("A store that differs from the reference one in all that it may")
class FrugalStoreModelTest extends StoreModelContract {

    @Override
    protected StoreHarness open() {
        return new FrugalHarness();
    }
}
