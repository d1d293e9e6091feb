// SPDX-License-Identifier: Apache-2.0
package dev.semel.gateway;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long an upstream works for a key: a moment, and for some so long that it goes on when the gateway that asked has died, and until
 * another one could have taken over, if that did not wait for the lease. Thread-safe.
 */
final class Labour {

    private final Duration moment;
    private final Duration longest;
    private final Set<String> slow = ConcurrentHashMap.newKeySet();

    /** The longest work takes five times as long as the shortest that is long. */
    Labour(Duration moment, Duration longest) {
        this.moment = moment;
        this.longest = longest;
    }

    /** Work for these takes long. */
    void isLongFor(List<String> keys) {
        slow.addAll(keys);
    }

    /** The same in every run of a key. */
    Duration of(String key) {
        if (!slow.contains(key)) {
            return moment;
        }
        Duration shortest = longest.dividedBy(5);
        return shortest.plusMillis(
                Math.floorMod(key.hashCode(), longest.minus(shortest).toMillis()));
    }

    /** For how many keys long work was done again: a gateway died over each of them, and the work went on. */
    long reruns(Witness witness) {
        return slow.stream().filter(key -> witness.runs(key) > 1).count();
    }
}
