// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import org.junit.jupiter.api.DisplayName;

@DisplayName("A store that differs from the reference one in all that it may")
class FrugalStoreContractTest extends StoreContract {

    @Override
    protected StoreHarness open() {
        return new FrugalHarness();
    }
}
