// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.event.EngineEvent.EventsDropped;
import dev.semel.event.EventListener;
import dev.semel.event.SemelEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * One listener's events, bounded, and the thread that hands them over: who blocks or throws hurts only itself. While events come
 * often, the thread looks for them now and then instead of being woken for each: a request should not pay for a wake-up.
 */
final class Mailbox implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.semel.events");
    private static final int LONGEST_QUEUE = 8_192;

    /** So many are fetched together: whoever puts one in does not meet the thread that fetches for each of them. */
    private static final int AT_ONCE = 256;

    /** Longer than a busy machine keeps a thread waiting: what is queued would be lost without a word. */
    private static final long CLOSE_MILLIS = 5_000;

    private static final long NAP_NANOS = 5_000_000;

    /** So many fruitless looks, and the thread sleeps until it is woken. */
    private static final int NAPS = 4;

    private final EventListener listener;
    private final BlockingQueue<SemelEvent> queue = new ArrayBlockingQueue<>(LONGEST_QUEUE);
    private final AtomicLong dropped = new AtomicLong();
    private final Thread thread;
    private volatile boolean closed;

    /** Set when the time for what is queued is over; an interrupt says so only to a listener that blocks. */
    private volatile boolean stopped;

    private volatile boolean asleep;

    Mailbox(EventListener listener) {
        this.listener = listener;
        this.thread = new Thread(this::deliver, "semel-events");
        thread.setDaemon(true);
        thread.start();
    }

    /** Never waits: when the listener is too slow, the event is dropped and counted. */
    void put(SemelEvent event) {
        if (closed) {
            return;
        }
        if (!queue.offer(event)) {
            dropped.incrementAndGet();
        } else if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    private void deliver() {
        List<SemelEvent> fetched = new ArrayList<>(AT_ONCE);
        int fruitless = 0;
        while (!stopped && (!closed || !queue.isEmpty())) {
            if (queue.drainTo(fetched, AT_ONCE) > 0) {
                fruitless = 0;
                tellAll(fetched);
            } else if (fruitless < NAPS) {
                fruitless++;
                LockSupport.parkNanos(NAP_NANOS);
            } else {
                sleep();
            }
        }
    }

    private void tellAll(List<SemelEvent> fetched) {
        for (SemelEvent event : fetched) {
            if (stopped) {
                break;
            }
            tell(event);
            tellWhatWasMissed();
        }
        fetched.clear();
    }

    /** Where events were dropped the queue was full, so that there is one more to come here for. */
    private void tellWhatWasMissed() {
        long missed = dropped.get() == 0 ? 0 : dropped.getAndSet(0);
        if (missed > 0) {
            tell(new EventsDropped(missed));
        }
    }

    /** Says so before it looks for the last time: who puts something in after that look, sees it. */
    private void sleep() {
        asleep = true;
        if (queue.isEmpty() && !closed) {
            LockSupport.park(this);
            Thread.interrupted();
        }
        asleep = false;
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
        } finally {
            // A listener that leaves the flag set means its own work: this thread would never sleep again, or end.
            Thread.interrupted();
        }
    }

    /** Hands over what is queued, for a moment, and stops. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        stopped = true;
        thread.interrupt();
    }
}
