// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.linearizability;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.IdempotencyStore;
import java.time.InstantSource;

/** The reference store. */
public class MemoryStoreModel extends StoreOperations {

    @Override
    protected IdempotencyStore store(InstantSource clock) {
        return MemoryStore.on(clock);
    }
}
