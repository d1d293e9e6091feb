// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Who was told to wait, and until when: whoever does not is worth one line in a log and not one for each try, or strangers could
 * fill it. It remembers a bounded number of addresses, the last ones. Safe for use by several threads.
 */
final class ToldWaits {

    private static final int MOST = 10_000;

    private final Map<String, Instant> untils = new LinkedHashMap<>(16, 0.75f, true) {
        @java.io.Serial
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
            return size() > MOST;
        }
    };

    /** Whether this is the first that is heard of a wait; it is remembered until the wait is over. */
    synchronized boolean isNews(String address, Duration wait, Instant now) {
        Instant until = untils.get(address);
        if (until != null && now.isBefore(until)) {
            return false;
        }
        untils.put(address, now.plus(wait));
        return true;
    }
}
