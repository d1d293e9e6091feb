// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.event.EngineEvent.EventsDropped;
import dev.semel.event.EventListener;
import dev.semel.event.SemelEvent;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/** One listener's events, bounded, and the thread that hands them over: who blocks or throws hurts only itself. */
final class Mailbox implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.semel.events");
    private static final int LONGEST_QUEUE = 8_192;
    private static final long CLOSE_MILLIS = 1_000;

    /** Wakes the thread for the end; nobody hears it. */
    private static final SemelEvent LAST = () -> "the engine closes";

    private final EventListener listener;
    private final BlockingQueue<SemelEvent> queue = new ArrayBlockingQueue<>(LONGEST_QUEUE);
    private final AtomicLong dropped = new AtomicLong();
    private final Thread thread;
    private volatile boolean closed;

    Mailbox(EventListener listener) {
        this.listener = listener;
        this.thread = new Thread(this::deliver, "semel-events");
        thread.setDaemon(true);
        thread.start();
    }

    /** Never waits: when the listener is too slow, the event is dropped and counted. */
    void put(SemelEvent event) {
        if (!closed && !queue.offer(event)) {
            dropped.incrementAndGet();
        }
    }

    private void deliver() {
        try {
            while (!closed || !queue.isEmpty()) {
                // Where events were dropped the queue was full, so that there is one more to wake up for.
                SemelEvent event = queue.take();
                if (event != LAST) {
                    tell(event);
                }
                long missed = dropped.getAndSet(0);
                if (missed > 0) {
                    tell(new EventsDropped(missed));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(SemelEvent event) {
        try {
            listener.on(event);
        } catch (Throwable e) {
            // The message may show what must not be shown (R27), so only the kind of failure is logged.
            LOG.log(
                    System.Logger.Level.WARNING,
                    "listener {0} failed on {1}: {2}",
                    listener.getClass().getName(),
                    event.getClass().getSimpleName(),
                    e.getClass().getName());
        }
    }

    /** Hands over what is queued, for a moment, and stops. */
    @Override
    public void close() {
        closed = true;
        // A full queue needs no waking: its listener is at work, and looks before it sleeps.
        queue.offer(LAST);
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }
}
