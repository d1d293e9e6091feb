// SPDX-License-Identifier: Apache-2.0
package dev.semel.servlet;

import jakarta.servlet.AsyncContext;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls the listeners of a request's non-blocking streams as containers do: one at a time, so that one that reads and writes
 * needs no lock, and not before the dispatch is over that has named them. Safe for use by several threads.
 */
final class Callbacks {

    private final Queue<Runnable> calls = new ArrayDeque<>();
    private BooleanSupplier over = () -> false;
    private @Nullable AsyncContext context;
    private boolean dispatching;
    private boolean running;

    /** A stream has one listener at the most. */
    static void requireFirst(boolean hasOne, Object listener) {
        Objects.requireNonNull(listener, "a stream's listener cannot be null");
        if (hasOne) {
            throw new IllegalStateException("the stream has a listener already");
        }
    }

    /** Nobody is called any more when this says so. */
    synchronized void until(BooleanSupplier ended) {
        over = ended;
    }

    /** A dispatch begins: who is to be called from now on is called when it is over. */
    synchronized void hold() {
        dispatching = true;
    }

    /** The dispatch is over. */
    void letGo() {
        synchronized (this) {
            dispatching = false;
        }
        callInTurn();
    }

    /** To be called as soon as it is its turn, by a thread of the container's. */
    void add(AsyncContext by, Runnable call) {
        synchronized (this) {
            calls.add(call);
            context = by;
        }
        callInTurn();
    }

    private void callInTurn() {
        AsyncContext by = begun();
        if (by == null) {
            return;
        }
        try {
            by.start(this::callAll);
        } catch (IllegalStateException elsewhere) {
            // The handler has dispatched or completed its request before anybody could be called.
            stop();
        }
    }

    /** Who begins to call them; null where nobody is to be called now, or somebody calls already. */
    private synchronized @Nullable AsyncContext begun() {
        if (dispatching || running || calls.isEmpty() || over.getAsBoolean()) {
            return null;
        }
        running = true;
        return context;
    }

    private void callAll() {
        for (Runnable call = next(); call != null; call = next()) {
            try {
                call.run();
            } catch (RuntimeException | Error e) {
                // As containers do: the request goes on, to its end or to the end of its time.
                System.getLogger("dev.semel").log(System.Logger.Level.WARNING, "a listener of a stream has failed", e);
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable call = over.getAsBoolean() ? null : calls.poll();
        running = call != null;
        return call;
    }

    private synchronized void stop() {
        running = false;
    }
}
