// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** Everything that a store promises that is {@link dev.semel.spi.Settleable} too: all of {@link StoreContract} and more. */
public abstract class SettleableStoreContract extends StoreContract {

    @Nested
    @DisplayName("A settlement")
    class Settlement extends SettleRules {
        @Override
        StoreHarness harness() {
            return SettleableStoreContract.this.harness();
        }
    }
}
