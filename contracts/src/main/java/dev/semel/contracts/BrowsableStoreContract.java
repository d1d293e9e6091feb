// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/**
 * Everything that a store promises that is {@link dev.semel.spi.Browsable} too. Records are looked through by those who
 * settle them, so that it is all of {@link SettleableStoreContract} and more.
 */
public abstract class BrowsableStoreContract extends SettleableStoreContract {

    @Nested
    @DisplayName("A look through the records")
    class Browsing extends BrowseRules {
        @Override
        StoreHarness harness() {
            return BrowsableStoreContract.this.harness();
        }
    }
}
