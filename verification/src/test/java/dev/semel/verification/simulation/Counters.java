// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How often each thing was seen, over many schedules. Safe for use by several threads. */
final class Counters {

    private final Map<Seen, LongAdder> counts = new EnumMap<>(Seen.class);

    Counters() {
        for (Seen seen : Seen.values()) {
            counts.put(seen, new LongAdder());
        }
    }

    /** Adds what one schedule saw. */
    void add(Tally tally) {
        tally.counts().forEach((seen, count) -> counts.get(seen).add(count));
    }

    long of(Seen seen) {
        return counts.get(seen).sum();
    }

    List<Seen> never() {
        List<Seen> never = new ArrayList<>();
        for (Seen seen : Seen.values()) {
            if (of(seen) == 0) {
                never.add(seen);
            }
        }
        return never;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Seen seen : Seen.values()) {
            text.append(String.format("  %,12d %s%n", of(seen), seen.name().toLowerCase(Locale.ROOT)));
        }
        return text.toString();
    }
}
