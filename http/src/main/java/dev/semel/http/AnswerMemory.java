// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How much memory answers may take as a whole: while they are saved, and until they have been sent. It is apart from that of
 * the bodies, which slow handlers hold for long: what is taken here comes back as soon as a store has answered and a client
 * has read, so that an answer can wait for its turn. Safe for use by several threads.
 */
final class AnswerMemory {

    /** Answers up to this size are not counted: a request's own state takes more, and nobody small waits for somebody large. */
    static final int SMALL = 16 << 10;

    private static final CompletionStage<Boolean> TAKEN = CompletableFuture.completedFuture(true);

    private final long size;
    private final AtomicLong left;
    private final Deque<Waiter> waiters = new ArrayDeque<>();
    private volatile boolean somebodyWaits;
    private final Set<Thread> serving = ConcurrentHashMap.newKeySet();

    AnswerMemory(long bytes) {
        this.size = bytes;
        this.left = new AtomicLong(bytes);
    }

    /** What an answer counts for which so many bytes are needed: one that is larger than all there is has it for itself. */
    long charge(long bytes) {
        return bytes <= SMALL ? 0 : Math.min(bytes, size);
    }

    /** Takes such a charge at once or not at all; whoever waits has the first claim. */
    boolean take(long charge) {
        return charge == 0 || (!somebodyWaits && takeIfLeft(charge));
    }

    private boolean takeIfLeft(long charge) {
        long now = left.get();
        while (now >= charge) {
            if (left.compareAndSet(now, now - charge)) {
                return true;
            }
            now = left.get();
        }
        return false;
    }

    /** Takes such a charge as soon as it is left; false when it was not within this time. */
    CompletionStage<Boolean> takeWithin(Duration time, long charge) {
        if (take(charge)) {
            return TAKEN;
        }
        Waiter waiter = new Waiter(charge, new CompletableFuture<>());
        synchronized (waiters) {
            waiters.add(waiter);
            somebodyWaits = true;
        }
        // It may have come back in between.
        serve();
        CompletableFuture<Void> unused = waiter.told
                .completeOnTimeout(false, time.toNanos(), TimeUnit.NANOSECONDS)
                .thenAccept(taken -> {
                    if (!taken) {
                        // Those behind it may need less.
                        serve();
                    }
                });
        return waiter.told;
    }

    void giveBack(long charge) {
        left.addAndGet(charge);
        if (somebodyWaits) {
            serve();
        }
    }

    /**
     * Whoever is told may give back at once, on this very thread, and would serve the next from within: thousands who wait would
     * become thousands of calls on one stack. The call that is under way on the thread goes on with them instead.
     */
    private void serve() {
        if (!serving.add(Thread.currentThread())) {
            return;
        }
        try {
            for (Waiter next = next(); next != null; next = next()) {
                if (!next.told.complete(true)) {
                    // It gave up at this very moment.
                    left.addAndGet(next.charge);
                }
            }
        } finally {
            serving.remove(Thread.currentThread());
        }
    }

    /** The first who waits comes first, however much it needs: else a large answer would wait for ever. */
    private @Nullable Waiter next() {
        synchronized (waiters) {
            waiters.removeIf(waiter -> waiter.told.isDone());
            Waiter first = waiters.peek();
            boolean served = first != null && takeIfLeft(first.charge);
            if (served) {
                waiters.remove();
            }
            somebodyWaits = !waiters.isEmpty();
            return served ? first : null;
        }
    }

    /** How many bytes nobody has. */
    long left() {
        return left.get();
    }

    /**
     * One whose answer waits.
     *
     * @param charge what it needs
     * @param told whether it has it
     */
    private record Waiter(long charge, CompletableFuture<Boolean> told) {}
}
