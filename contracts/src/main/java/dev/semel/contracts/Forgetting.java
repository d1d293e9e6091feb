// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import dev.semel.spi.Purgeable;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Lets a store forget what has expired: by purging, or by waiting for a store that does it by itself. */
final class Forgetting {

    private static final int BATCH = 500;
    private static final Duration LONG_ENOUGH = Duration.ofDays(400);

    private Forgetting() {}

    /** Purges until nothing expired is left; a store without a purge forgets by itself. */
    static void forgetAll(StoreHarness harness) {
        if (harness.store() instanceof Purgeable purgeable) {
            Await.until("a purge finds nothing to remove", () -> Await.answer(purgeable.purge(BATCH)) == 0);
        }
    }

    /** Waits until no more than so many records are kept, having purged where that is needed. */
    static void downTo(long records, StoreHarness harness) {
        forgetAll(harness);
        if (harness.store() instanceof Purgeable) {
            long stored = harness.stored();
            if (stored != records) {
                throw new AssertionError("after the purge " + records + " records should be kept, not " + stored);
            }
        } else {
            Await.until("expired records vanish by themselves", () -> harness.stored() <= records);
        }
    }

    /** Forgets what earlier tests left behind, and gives how many records cannot be forgotten. */
    static long emptied(StoreHarness harness) {
        harness.elapse(LONG_ENOUGH);
        forgetAll(harness);
        AtomicLong last = new AtomicLong(-1);
        Await.until("the number of kept records stays the same", () -> {
            long stored = harness.stored();
            return last.getAndSet(stored) == stored;
        });
        return harness.stored();
    }
}
