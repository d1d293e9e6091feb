// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.linearizability;

import dev.semel.spi.IdempotencyStore;
import java.time.InstantSource;

/** What a store is when nobody else is there: the state machine and a plain map. */
public class SequentialStoreModel extends StoreOperations {

    @Override
    protected IdempotencyStore store(InstantSource clock) {
        return new PlainStore(clock);
    }
}
