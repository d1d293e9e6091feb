// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.IdempotencyStore;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** What is deliberately broken in a world; nothing, in this one. */
class Defect {

    /** The store. */
    IdempotencyStore store(InstantSource clock) {
        return MemoryStore.on(clock);
    }

    /** What an engine holds for the store: the network, or something in between. */
    IdempotencyStore engineSide(IdempotencyStore network) {
        return network;
    }

    /** The next command comes from this process, or from an operator. */
    void caller(@Nullable Host host) {
        // A sound store does not care.
    }

    /** Whether decisions are compared with the state machine; what is broken must be found without it. */
    boolean oracle() {
        return true;
    }
}
