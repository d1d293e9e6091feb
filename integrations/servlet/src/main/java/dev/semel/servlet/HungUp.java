// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of an asynchronous request whose client has gone. A container ends it at once, and whoever listens gives up the
 * work; here it is held until the handler has come to its end, which is then recorded as any other (R18, T8). The container's
 * thread that tells of the error waits meanwhile, runs what the handler wants run, and renders what it wanted dispatched: when it
 * has returned, the request is nobody's any more, and whether it can still be dispatched differs from case to case.
 */
final class HungUp {

    /** So many of a container's threads may wait at a time: clients that come only to go must not take all of them. */
    private static final Semaphore WAITING = new Semaphore(16);

    /** An ending is recorded within two seconds or given up, by default, and a client that has gone refuses at once. */
    private static final Duration END = Duration.ofSeconds(5);

    private final List<AsyncListener> listeners = new CopyOnWriteArrayList<>();
    private final Queue<Runnable> works = new ArrayDeque<>();
    private volatile boolean noticed;
    private boolean holding;
    private boolean over;
    private @Nullable String dispatch;

    /** Whether the client is known to have gone: then there is nobody to send anything to. */
    boolean isNoticed() {
        return noticed;
    }

    /** The handler's listeners of this dispatch: they are told when its time is over, should the container not do so. */
    void add(AsyncListener listener) {
        listeners.add(listener);
    }

    /** The handler goes asynchronous, or a dispatch of its has come: what was wanted before is done. */
    synchronized void begin() {
        listeners.clear();
        dispatch = null;
    }

    /** The handler wants this run: true where somebody holds its request, who does it. */
    synchronized boolean start(Runnable work) {
        if (holding) {
            works.add(work);
            notifyAll();
        }
        return holding;
    }

    /** The container refuses to run this: whoever comes to hold the request does it. False where nobody has a reason to come. */
    synchronized boolean startOnceHeld(Runnable work) {
        boolean open = dispatch == null && !over;
        if (open) {
            works.add(work);
            notifyAll();
        }
        return open;
    }

    /** The handler wants to be dispatched to this path: true where somebody holds its request, who does it. */
    synchronized boolean dispatch(String path) {
        dispatch = path;
        notifyAll();
        return holding;
    }

    /** Nobody has to wait for the handler any more; true where somebody did, who ends the request in the container. */
    synchronized boolean end() {
        over = true;
        notifyAll();
        return holding;
    }

    /**
     * Waits for the handler, so long at most; 0 or less for as long as it takes. False when that time is over, when too many
     * wait already, and when the container ends.
     */
    boolean hold(long millis) {
        noticed = true;
        if (!WAITING.tryAcquire()) {
            return false;
        }
        try {
            return waits(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            WAITING.release();
        }
    }

    /**
     * Waits until the handler's request is ended, which has begun already and asks nobody for more. Not for ever: what is sent may need
     * what the container's thread keeps meanwhile.
     */
    synchronized void awaitEnd() {
        noticed = true;
        holding = !over;
        long until = System.nanoTime() + END.toNanos();
        try {
            for (long left = END.toMillis(); !over && left > 0; left = (until - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean waits(long millis) throws InterruptedException {
        long begun = System.nanoTime();
        while (isWanted(begun, millis)) {
            Runnable work = next();
            if (work == null) {
                return true;
            }
            run(work);
        }
        return false;
    }

    /** Waits until there is something to do, or nothing any more; false when the time is over. */
    private synchronized boolean isWanted(long begun, long millis) throws InterruptedException {
        holding = true;
        while (works.isEmpty() && dispatch == null && !over) {
            long left = millis - (System.nanoTime() - begun) / 1_000_000;
            if (millis > 0 && left <= 0) {
                return false;
            }
            wait(millis > 0 ? left : 0);
        }
        return true;
    }

    private synchronized @Nullable Runnable next() {
        return works.poll();
    }

    private static void run(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            // As containers do: the request goes on, to its end or to the end of its time.
            System.getLogger("dev.semel").log(System.Logger.Level.WARNING, "what a handler wanted run has failed", e);
        }
    }

    /** What the container would say, had it not been held up. */
    void timeOut(AsyncEvent event) {
        for (AsyncListener listener : listeners) {
            try {
                listener.onTimeout(event);
            } catch (IOException | RuntimeException e) {
                // As containers do: a listener that fails keeps nobody else from hearing.
                System.getLogger("dev.semel").log(System.Logger.Level.DEBUG, "a listener failed", e);
            }
        }
    }

    /** Nobody holds the request any more. Where the handler wanted to be dispatched; null where it did not. */
    synchronized @Nullable String letGo() {
        holding = false;
        return dispatch;
    }
}
