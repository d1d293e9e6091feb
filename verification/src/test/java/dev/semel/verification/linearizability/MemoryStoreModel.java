// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.linearizability;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.IdempotencyStore;
import java.time.InstantSource;

/** The reference store. */
public class MemoryStoreModel extends StoreOperations {

    /** Of four shelves: a walk past a thousand empty ones looks like a loop without end to who steps through it. */
    private static final int CAPACITY = 256;

    @Override
    protected IdempotencyStore store(InstantSource clock) {
        return MemoryStore.on(clock, CAPACITY);
    }
}
