// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.linearizability;

import dev.semel.spi.IdempotencyStore;
import java.time.InstantSource;

/** T2: look-up first, write second, and two threads: what must be found. */
public class RacyStoreModel extends StoreOperations {

    @Override
    protected IdempotencyStore store(InstantSource clock) {
        return new PlainStore(clock);
    }
}
