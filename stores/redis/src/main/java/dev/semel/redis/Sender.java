// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends requests so that whoever waits for one is told of its end, in time, and never more than so many are under way (R29). All have
 * the same limit, so that they are overdue in the order in which they were sent, and one look from time to time finds those that
 * are.
 *
 * <p>Safe for use by several threads.
 */
final class Sender {

    /** Ended requests are let go of so often, overdue ones are found so late at most. */
    private static final long BETWEEN_LOOKS = Duration.ofMillis(100).toNanos();

    private static final int AT_ONCE = 2;

    private final int most;
    private final Duration limit;
    private final Duration lost;
    private final ScheduledExecutorService timer;
    private final Netty netty;
    private final AtomicInteger underWay = new AtomicInteger();
    private final Queue<Awaiting<?>> sent = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean watched = new AtomicBoolean();
    private volatile boolean closed;

    /**
     * For at most so many requests at a time, which have so much time each. What still has no end a while after that was lost by the
     * driver, as may happen when a connection breaks.
     */
    Sender(int most, Duration limit, Duration lost, ScheduledExecutorService timer, Netty netty) {
        this.most = most;
        this.limit = limit;
        this.lost = lost;
        this.timer = timer;
        this.netty = netty;
    }

    <T> void send(Outlet outlet, Request<T> request, Listener<T> listener) {
        if (underWay.incrementAndGet() > most) {
            underWay.decrementAndGet();
            listener.told(null, tooMany(most));
            return;
        }
        Awaiting<T> awaiting = new Awaiting<>(listener, this);
        try {
            if (closed) {
                throw closed();
            }
            sent.add(awaiting);
            letGo();
            if (!watched.get()) {
                watch(Math.min(limit.toNanos(), BETWEEN_LOOKS));
            }
            outlet.dispatch(new Call<>(request, awaiting));
        } catch (RuntimeException refused) {
            awaiting.fail(refused);
        }
    }

    /** More than comes, of what has ended: by whoever has just heard of it, it is met more quickly than by a look later. */
    private void letGo() {
        for (int i = 0; i < AT_ONCE; i++) {
            Awaiting<?> oldest = sent.peek();
            if (oldest == null || !oldest.isOver()) {
                return;
            }
            sent.remove(oldest);
        }
    }

    static StoreUnavailableException tooMany(int most) {
        return new StoreUnavailableException(
                "Redis does not keep up: " + most + " commands are under way, and no more are taken");
    }

    void onEnd() {
        underWay.decrementAndGet();
    }

    void onFailure(Throwable failure) {
        netty.onFailure(failure);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // It ends with the connections, and nobody waits for it.
    private void watch(long delay) {
        if (watched.compareAndSet(false, true)) {
            try {
                timer.schedule(this::look, delay, TimeUnit.NANOSECONDS);
            } catch (Throwable notNow) {
                watched.set(false);
                throw notNow;
            }
        }
    }

    private void look() {
        long next = BETWEEN_LOOKS;
        try {
            sent.removeIf(Awaiting::isOver);
            long now = System.nanoTime();
            for (Awaiting<?> oldest : sent) {
                long late = now - oldest.since() - limit.toNanos();
                if (late < 0) {
                    next = Math.min(-late, BETWEEN_LOOKS);
                    break;
                }
                onOverdue(oldest, late);
            }
        } finally {
            // Only now: there is never a second look beside this one. And before the queue is found empty: whoever
            // adds to it after that begins a look.
            watched.set(false);
            if (!sent.isEmpty()) {
                watch(next);
            }
        }
    }

    private void onOverdue(Awaiting<?> awaiting, long late) {
        if (!awaiting.isInVain()) {
            // Elsewhere, since whoever is told may take his time.
            timer.execute(() -> awaiting.giveUp(Failures.overdue()));
        } else if (late > lost.toNanos()) {
            awaiting.forget();
        }
    }

    /** How many requests are kept in mind: those under way, and those that have ended a moment ago. */
    int remembered() {
        return sent.size();
    }

    /** Ends what the driver has not ended with its connections. */
    void close() {
        closed = true;
        sent.forEach(awaiting -> awaiting.fail(closed()));
        sent.clear();
    }

    private static StoreUnavailableException closed() {
        return new StoreUnavailableException("the store was closed");
    }
}
