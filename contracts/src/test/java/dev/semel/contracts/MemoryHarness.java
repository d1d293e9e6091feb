// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.memory.MemoryStore;
import dev.semel.spi.IdempotencyStore;
import java.time.Duration;

/** The reference store: one process, so both clients are the same object, and time passes by setting its clock on. */
final class MemoryHarness implements StoreHarness {

    private final RunningClock clock = new RunningClock();
    private final MemoryStore store = MemoryStore.on(clock);

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public IdempotencyStore another() {
        return store;
    }

    @Override
    public void elapse(Duration duration) {
        clock.advance(duration);
    }

    @Override
    public long stored() {
        return store.size();
    }

    @Override
    public void close() {}
}
