// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** Everything that a store promises that keeps a {@link dev.semel.spi.DoubtList} too: all of {@link BrowsableStoreContract} and more. */
public abstract class DoubtListStoreContract extends BrowsableStoreContract {

    @Nested
    @DisplayName("The list of what waits for a decision")
    class Doubts extends DoubtListRules {
        @Override
        StoreHarness harness() {
            return DoubtListStoreContract.this.harness();
        }
    }
}
