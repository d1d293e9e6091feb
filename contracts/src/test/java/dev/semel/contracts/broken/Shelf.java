// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts.broken;

import dev.semel.contracts.RunningClock;
import dev.semel.state.KeyRecord;
import java.util.concurrent.ConcurrentHashMap;

/** What the clients of one store share: the records, each under a name, and the store's clock. */
public record Shelf(ConcurrentHashMap<Object, KeyRecord> records, RunningClock clock) {

    public Shelf() {
        this(new ConcurrentHashMap<>(), new RunningClock());
    }
}
