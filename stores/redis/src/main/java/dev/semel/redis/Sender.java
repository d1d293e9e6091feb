// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StoreUnavailableException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.RedisCommand;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends requests so that each one has an end, in time, and never more than so many are under way (R29). All have the same
 * limit, so that they are overdue in the order in which they were sent, and one look from time to time finds those that are.
 *
 * <p>Safe for use by several threads.
 */
final class Sender {

    /** Ended requests are let go of so often, overdue ones are found so late at most. */
    private static final long BETWEEN_LOOKS = Duration.ofMillis(100).toNanos();

    private static final long SOON = Duration.ofMillis(1).toNanos();

    private final int most;
    private final Duration limit;
    private final ScheduledExecutorService timer;
    private final Netty netty;
    private final AtomicInteger underWay = new AtomicInteger();
    private final Queue<Awaiting<?>> sent = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean watched = new AtomicBoolean();

    Sender(int most, Duration limit, ScheduledExecutorService timer, Netty netty) {
        this.most = most;
        this.limit = limit;
        this.timer = timer;
        this.netty = netty;
    }

    <T> void send(StatefulConnection<byte[], byte[]> connection, Request<T> request, Listener<T> listener) {
        if (underWay.incrementAndGet() > most) {
            underWay.decrementAndGet();
            listener.told(null, tooMany(most));
            return;
        }
        Awaiting<T> awaiting = new Awaiting<>(listener, this);
        try {
            sent.add(awaiting);
            if (!watched.get()) {
                watch(BETWEEN_LOOKS);
            }
            Call<T> call = new Call<>(request, awaiting);
            RedisCommand<byte[], byte[], T> command = connection.dispatch(call);
            if (command != call) {
                awaiting.isSentAs(command);
            }
        } catch (RuntimeException refused) {
            awaiting.fail(refused);
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
        try {
            sent.removeIf(Awaiting::isOver);
            long now = System.nanoTime();
            for (Awaiting<?> oldest : sent) {
                if (leftFor(oldest, now) > 0) {
                    break;
                }
                // Elsewhere, since whoever is told may take his time.
                timer.execute(() -> oldest.giveUp(Failures.overdue()));
            }
        } finally {
            // Only now: there is never a second look beside this one. And before the queue is found empty: whoever
            // adds to it after that begins a look.
            watched.set(false);
            Awaiting<?> next = sent.peek();
            if (next != null) {
                watch(Math.max(SOON, Math.min(leftFor(next, System.nanoTime()), BETWEEN_LOOKS)));
            }
        }
    }

    private long leftFor(Awaiting<?> awaiting, long now) {
        return awaiting.since() + limit.toNanos() - now;
    }

    /** How many requests are kept in mind: those under way, and those that have ended a moment ago. */
    int remembered() {
        return sent.size();
    }

    /** Ends what the driver has not ended with its connections. */
    void close() {
        sent.forEach(awaiting -> awaiting.giveUp(new StoreUnavailableException("the store was closed")));
    }
}
