// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.event.EventListener;
import java.util.List;

/** Tells listeners, none of which can hurt a request. */
final class Observers {

    private static final System.Logger LOG = System.getLogger("dev.semel");

    private final List<EventListener> listeners;

    Observers(List<EventListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    void refused(String operation, Problem problem) {
        if (!listeners.isEmpty()) {
            HttpEvent event = new HttpEvent.Refused(operation, problem.code(), problem.status());
            listeners.forEach(listener -> tell(listener, event));
        }
    }

    private static void tell(EventListener listener, HttpEvent event) {
        try {
            listener.on(event);
        } catch (RuntimeException e) {
            // Its message may show what must not be shown (R27).
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a listener failed: {0}",
                    e.getClass().getName());
        }
    }
}
