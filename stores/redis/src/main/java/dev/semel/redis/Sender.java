// SPDX-License-Identifier: Apache-2.0
package dev.semel.redis;

import dev.semel.spi.StoreUnavailableException;
import io.lettuce.core.api.StatefulConnection;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests so that each one has an end, in time, and never more than so many are under way (R29). All have the same
 * limit, so that they are overdue in the order in which they were sent, and one look from time to time finds those that are.
 *
 * <p>Safe for use by several threads.
 */
final class Sender {

    /** Ended requests are let go of so often, overdue ones are found so late at most. */
    private static final long BETWEEN_LOOKS = Duration.ofMillis(100).toNanos();

    private final int most;
    private final Duration limit;
    private final ScheduledExecutorService watch;
    private final Netty netty;
    private final AtomicInteger underWay = new AtomicInteger();
    private final Queue<Awaiting<?>> sent = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean watched = new AtomicBoolean();

    Sender(int most, Duration limit, ScheduledExecutorService watch, Netty netty) {
        this.most = most;
        this.limit = limit;
        this.watch = watch;
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
            connection.dispatch(request.call(awaiting));
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
            watch.schedule(this::look, delay, TimeUnit.NANOSECONDS);
        }
    }

    private void look() {
        try {
            Awaiting<?> oldest = firstOpen();
            while (oldest != null && leftFor(oldest) <= 0) {
                oldest.fail(Failures.overdue());
                oldest = firstOpen();
            }
        } finally {
            // Only now, so that there is never a second look beside this one; and before the queue is seen to be empty,
            // so
            // that whoever adds to it after that looks for himself.
            watched.set(false);
            Awaiting<?> next = sent.peek();
            if (next != null) {
                watch(Math.min(leftFor(next), BETWEEN_LOOKS));
            }
        }
    }

    /** Lets go of those in front of it that are over. */
    private @Nullable Awaiting<?> firstOpen() {
        Awaiting<?> first = sent.peek();
        while (first != null && first.isOver()) {
            sent.remove();
            first = sent.peek();
        }
        return first;
    }

    private long leftFor(Awaiting<?> awaiting) {
        return awaiting.since() + limit.toNanos() - System.nanoTime();
    }
}
