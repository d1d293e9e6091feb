// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.contracts.broken.OpenStore;
import dev.semel.contracts.broken.Shelf;
import dev.semel.spi.IdempotencyStore;
import java.time.Duration;
import java.util.function.Function;

/** A store of the kit's own tests, on a shelf of its own. */
final class BrokenHarness implements StoreHarness {

    private final Shelf shelf = new Shelf();
    private final OpenStore store;
    private final OpenStore another;

    BrokenHarness(Function<Shelf, OpenStore> maker) {
        store = maker.apply(shelf);
        another = store.another();
    }

    @Override
    public IdempotencyStore store() {
        return store;
    }

    @Override
    public IdempotencyStore another() {
        return another;
    }

    @Override
    public void elapse(Duration duration) {
        shelf.clock().advance(duration);
    }

    @Override
    public long stored() {
        return shelf.records().size();
    }

    @Override
    public void close() {}
}
