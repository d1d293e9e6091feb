// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.engine;

import dev.semel.spi.IdempotencyStore;
import dev.semel.spi.Purgeable;
import java.util.concurrent.CompletionStage;

/** What stands between an engine and a store that must be purged: such a store stays one. */
final class PurgeableBetween extends StoreBetween implements Purgeable {

    private final Purgeable purgeable;

    private PurgeableBetween(IdempotencyStore between, Purgeable purgeable) {
        super(between);
        this.purgeable = purgeable;
    }

    /** The store in between, with a purge if the store behind it has one, and without if not. */
    static IdempotencyStore like(IdempotencyStore behind, IdempotencyStore between) {
        return behind instanceof Purgeable purgeable ? new PurgeableBetween(between, purgeable) : between;
    }

    @Override
    public CompletionStage<Integer> purge(int limit) {
        return purgeable.purge(limit);
    }
}
