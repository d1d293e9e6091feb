// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.event.EventListener;
import dev.semel.event.SemelEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Logs warnings, at most one line a second for each kind: an outage must not drown the log that explains it. */
final class LogListener implements EventListener {

    private static final System.Logger LOG = System.getLogger("dev.semel");
    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Map<Class<?>, Line> lines = new HashMap<>();

    @Override
    public void on(SemelEvent event) {
        if (!event.isWarning()) {
            return;
        }
        Line line = lines.computeIfAbsent(event.getClass(), kind -> new Line());
        long now = System.nanoTime();
        if (line.logged && now - line.loggedNanos < PAUSE_NANOS) {
            line.silent++;
            return;
        }
        String more = line.silent == 0 ? "" : " (and " + line.silent + " more of this kind since the last line)";
        LOG.log(System.Logger.Level.WARNING, event.describe() + more);
        line.logged = true;
        line.loggedNanos = now;
        line.silent = 0;
    }

    private static final class Line {
        boolean logged;
        long loggedNanos;
        long silent;
    }
}
