// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import dev.semel.event.EventListener;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Tells listeners, none of which can hurt a request. */
final class Observers {

    private static final System.Logger LOG = System.getLogger("dev.semel");

    private final List<EventListener> listeners;
    private final AtomicBoolean warned = new AtomicBoolean();

    Observers(List<EventListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    void refused(String operation, Problem problem) {
        if (!listeners.isEmpty()) {
            HttpEvent event = new HttpEvent.Refused(operation, problem.code(), problem.status());
            listeners.forEach(listener -> tell(listener, event));
        }
    }

    /** Once: it is how the application is put together, and clients must not fill a log. */
    void unverified() {
        if (warned.compareAndSet(false, true)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a Content-Digest was NOT VERIFIED: something in front has read the body, so that its bytes are gone;"
                            + " put idempotency in front of whatever reads bodies");
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
