// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.state.ClaimId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Who did what at which instant, for people. Off while thousands of schedules run; a failing one is run again with it. */
final class Trace {

    private final boolean on;
    private final List<String> lines = new ArrayList<>();
    private final Map<ClaimId, String> names = new HashMap<>();

    Trace(boolean on) {
        this.on = on;
    }

    void add(long nanos, String who, Supplier<String> what) {
        if (on) {
            lines.add(String.format("%12.3f ms  %-9s %s", nanos / 1e6, who, what.get()));
        }
    }

    /** Claim ids are random; in a trace they are numbered as they appear. */
    String name(ClaimId id) {
        return names.computeIfAbsent(id, unknown -> "c" + (names.size() + 1));
    }

    List<String> lines() {
        return lines;
    }
}
