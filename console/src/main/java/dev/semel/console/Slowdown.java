// SPDX-License-Identifier: Apache-2.0
package dev.semel.console;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes those wait who fail often: a few failures are free, then each doubles the wait. It remembers a bounded number of
 * names, the last ones. Safe for use by several threads.
 */
final class Slowdown {

    private static final int MOST_NAMES = 10_000;
    private static final Duration FORGOTTEN = Duration.ofMinutes(30);
    private static final int MOST_DOUBLINGS = 20;

    private final int free;
    private final Duration most;
    private final Map<String, Failures> names = new LinkedHashMap<>(16, 0.75f, true) {
        @java.io.Serial
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > MOST_NAMES;
        }
    };

    /**
     * @param free how many failures cost nothing
     * @param most the longest wait
     */
    Slowdown(int free, Duration most) {
        this.free = free;
        this.most = most;
    }

    private record Failures(int count, Instant last, Instant until) {}

    /** How long this name has to wait now; zero if it may try. */
    synchronized Duration wait(String name, Instant now) {
        Failures failures = names.get(name);
        return failures == null || !now.isBefore(failures.until())
                ? Duration.ZERO
                : Duration.between(now, failures.until());
    }

    /** Counts a failure. */
    synchronized void failed(String name, Instant now) {
        Failures before = names.get(name);
        int count = before == null || before.last().plus(FORGOTTEN).isBefore(now) ? 1 : before.count() + 1;
        names.put(name, new Failures(count, now, now.plus(delay(count))));
    }

    private Duration delay(int count) {
        if (count <= free) {
            return Duration.ZERO;
        }
        Duration doubled = Duration.ofSeconds(1L << Math.min(count - free - 1, MOST_DOUBLINGS));
        return doubled.compareTo(most) < 0 ? doubled : most;
    }

    /** A try was good, and what failed before is forgiven. */
    synchronized void succeeded(String name) {
        names.remove(name);
    }

    synchronized int size() {
        return names.size();
    }
}
