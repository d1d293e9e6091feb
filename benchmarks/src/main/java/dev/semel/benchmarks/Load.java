// SPDX-License-Identifier: Apache-2.0
package dev.semel.benchmarks;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What callers got done in a while, and how long each thing took.
 *
 * @param perSecond things done
 * @param p50 half of them took at most so many microseconds
 * @param p99 ninety-nine of a hundred took at most so many microseconds
 */
record Load(double perSecond, double p50, double p99) {

    private static final int MOST = 4_000_000;

    /** As large as no collector finds special: one large array for each part set off a marking of the whole heap. */
    private static final int PIECE = 1 << 14;

    /** One thing that a caller does and waits for. */
    interface Cycle {
        void run() throws Exception;

        /** What is done between two of them and not measured. */
        default void pause() throws InterruptedException {}
    }

    /** One thing that a caller does without waiting; it calls back when it is done. */
    interface AsyncCycle {
        void run(Runnable done);
    }

    /** So many threads, each doing one thing after the other. */
    static Load ofThreads(int callers, Duration time, Cycle cycle) throws Exception {
        Clock clock = new Clock(time);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[callers];
        for (int i = 0; i < callers; i++) {
            threads[i] = new Thread(() -> {
                try {
                    while (clock.isRunning()) {
                        long began = System.nanoTime();
                        cycle.run();
                        clock.took(System.nanoTime() - began);
                        cycle.pause();
                    }
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a caller failed", failure.get());
        }
        return clock.load();
    }

    /** So many threads, each doing one thing every so many milliseconds: a service that is busy, but not overrun. */
    static Load paced(int callers, int everyMillis, Duration time, Cycle cycle) throws Exception {
        return ofThreads(callers, time, new Cycle() {
            private final ThreadLocal<Long> next = ThreadLocal.withInitial(System::nanoTime);

            @Override
            public void run() throws Exception {
                cycle.run();
            }

            @Override
            public void pause() throws InterruptedException {
                next.set(next.get() + TimeUnit.MILLISECONDS.toNanos(everyMillis));
                long left = next.get() - System.nanoTime();
                if (left > 0) {
                    TimeUnit.NANOSECONDS.sleep(left);
                }
            }
        });
    }

    /** So many callers that wait for nothing: each begins its next thing when the last one is done. */
    static Load ofChains(int callers, Duration time, AsyncCycle cycle) throws InterruptedException {
        Clock clock = new Clock(time);
        CountDownLatch done = new CountDownLatch(callers);
        for (int i = 0; i < callers; i++) {
            chain(clock, cycle, done);
        }
        done.await();
        return clock.load();
    }

    private static void chain(Clock clock, AsyncCycle cycle, CountDownLatch done) {
        if (!clock.isRunning()) {
            done.countDown();
            return;
        }
        long began = System.nanoTime();
        cycle.run(() -> {
            clock.took(System.nanoTime() - began);
            chain(clock, cycle, done);
        });
    }

    /** Counts while the time runs. */
    private static final class Clock {

        private final long began = System.nanoTime();
        private final long length;
        private final AtomicReferenceArray<int @Nullable []> micros = new AtomicReferenceArray<>(MOST / PIECE + 1);
        private final AtomicInteger count = new AtomicInteger();
        private final AtomicBoolean over = new AtomicBoolean();
        private volatile long ended;

        Clock(Duration time) {
            length = time.toNanos();
        }

        boolean isRunning() {
            if (System.nanoTime() - began < length) {
                return true;
            }
            if (over.compareAndSet(false, true)) {
                ended = System.nanoTime();
            }
            return false;
        }

        void took(long nanos) {
            int place = count.getAndIncrement();
            if (place < MOST && !over.get()) {
                piece(place / PIECE)[place % PIECE] = (int) (nanos / 1_000);
            }
        }

        private int[] piece(int number) {
            int[] there = micros.get(number);
            if (there != null) {
                return there;
            }
            int[] made = new int[PIECE];
            int[] before = micros.compareAndExchange(number, null, made);
            return before == null ? made : before;
        }

        private int[] sorted() {
            int[] all = new int[Math.min(count.get(), MOST)];
            for (int from = 0; from < all.length; from += PIECE) {
                System.arraycopy(piece(from / PIECE), 0, all, from, Math.min(PIECE, all.length - from));
            }
            Arrays.sort(all);
            return all;
        }

        Load load() {
            int[] sorted = sorted();
            double seconds = (ended - began) / 1e9;
            return new Load(sorted.length / seconds, at(sorted, 0.5), at(sorted, 0.99));
        }

        private static double at(int[] sorted, double part) {
            return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1L, (long) (sorted.length * part))];
        }
    }
}
