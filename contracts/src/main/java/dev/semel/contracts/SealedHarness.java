// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.seal.KeyRing;
import dev.semel.seal.SealedStore;
import dev.semel.seal.SealingKey;
import dev.semel.spi.IdempotencyStore;
import java.time.Duration;

/**
 * A store's harness with saved answers sealed (R27): a store that keeps the contract keeps it sealed, too. The other client is a
 * process that seals with another key already, and neither takes what is not sealed.
 */
public final class SealedHarness implements StoreHarness {

    /** Secrets for tests, which everybody knows. */
    private static final SealingKey OLD = SealingKey.of("2026-05", "uV1mQm2yqfU3b0kcdQYAhW3gJx5r5v9c0Q7m0oVtq3E=");

    private static final SealingKey NEW = SealingKey.of("2026-11", "Zk2rB4Jm9v0w1yqTn3cXhW7gLx8s6u5d2R1p9oHtq4A=");

    private final StoreHarness inside;
    private final SealedStore store;
    private final SealedStore another;

    private SealedHarness(StoreHarness inside) {
        this.inside = inside;
        this.store = SealedStore.over(inside.store(), KeyRing.of(OLD, NEW).refusingPlain());
        this.another = SealedStore.over(inside.another(), KeyRing.of(NEW, OLD).refusingPlain());
    }

    /** The same records, sealed. */
    public static SealedHarness over(StoreHarness inside) {
        return new SealedHarness(inside);
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
        inside.elapse(duration);
    }

    @Override
    public long stored() {
        return inside.stored();
    }

    @Override
    public void close() {
        inside.close();
    }
}
