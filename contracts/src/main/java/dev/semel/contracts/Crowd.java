// SPDX-License-Identifier: Apache-2.0
package dev.semel.contracts;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Sixty-four callers that start at the same moment, each on a thread of its own. */
final class Crowd {

    static final int SIZE = 64;

    /** How the threads of a crowd are called: a deliberately broken store may lose its races among them only. */
    static final String THREADS = "semel-crowd";

    /** Kept between tests, and gone by themselves when no test needs them: to start them takes longer than a race. */
    private static final ExecutorService POOL = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, THREADS);
        thread.setDaemon(true);
        return thread;
    });

    private Crowd() {}

    /** Lets each caller do its part at once and gives the answers in the order of the callers. */
    static <T> List<T> atOnce(IntFunction<T> part) {
        CyclicBarrier start = new CyclicBarrier(SIZE);
        List<Future<T>> running = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            int number = i;
            Callable<T> call = () -> {
                start.await(Await.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                return part.apply(number);
            };
            running.add(POOL.submit(call));
        }
        return running.stream().map(Crowd::result).toList();
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get(2 * Await.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("one of many callers failed", e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("one of many callers never came back", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted among many callers", e);
        }
    }
}
