// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.spi.IdempotencyStore;
import java.time.Duration;

/**
 * What the writer of a store hands to the contracts: the store, a second client of the same data, and a hand on time.
 *
 * <p>The contracts ask for one before each test and close it afterwards. It may be a cheap view of a server that all
 * tests share: they use fresh keys, and count relative to what they found. Tests of one harness run one after the other;
 * the store itself is called by many threads at once.
 */
public interface StoreHarness extends AutoCloseable {

    /** The store under test; the same one each time. */
    IdempotencyStore store();

    /**
     * A second, independent client of the same records: another connection, another pool, as another process has it. A
     * store that lives in one process answers the same object. Where the client can be given a clock, this one's is a
     * day ahead: only the store's clock may decide (R12).
     */
    IdempotencyStore another();

    /**
     * Lets the given time pass for every stored record, without waiting: an SQL {@code UPDATE} that moves all instants
     * into the past, a {@code PEXPIRE}, a clock that is set forward. Never called while calls of the store are under way.
     * A record that does not expire keeps not expiring.
     */
    void elapse(Duration duration);

    /** How many records are physically kept, in any state, expired ones included as long as they are there. */
    long stored();

    @Override
    void close();
}
