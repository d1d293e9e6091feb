// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.spi.IdempotencyStore;
import dev.semel.state.RecordId;
import java.time.Duration;

/** What every group of rules works with. */
abstract class StoreRules {

    abstract StoreHarness harness();

    IdempotencyStore store() {
        return harness().store();
    }

    /** A caller of a fresh key. */
    Caller caller() {
        return caller(Ids.record());
    }

    Caller caller(RecordId id) {
        return Caller.of(store(), id);
    }

    /** Somebody else with the same intent, through the other client of the store. */
    Caller elsewhere(Caller caller) {
        return caller.rival().through(harness().another());
    }

    /** Every second one through the other client of the store. */
    IdempotencyStore clientOf(int number) {
        return number % 2 == 0 ? store() : harness().another();
    }

    void elapse(Duration duration) {
        harness().elapse(duration);
    }

    /** Lets a lease of the usual length lapse. */
    void lapse() {
        elapse(Caller.LEASE.plusMinutes(1));
    }
}
