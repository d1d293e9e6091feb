// SPDX-License-Identifier: Apache-2.0
package dev.semel.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls something from many threads at the same moment. */
final class AtOnce {

    private static final long PATIENCE_SECONDS = 60;

    private AtOnce() {}

    static <A> List<A> call(int callers, Callable<A> call) {
        CountDownLatch start = new CountDownLatch(callers);
        List<FutureTask<A>> running = new ArrayList<>();
        for (int i = 1; i <= callers; i++) {
            int number = i;
            FutureTask<A> task = new FutureTask<>(() -> {
                start.countDown();
                start.await();
                return answer(number, call);
            });
            Thread thread = new Thread(task, "runs-once-" + i);
            thread.setDaemon(true);
            thread.start();
            running.add(task);
        }
        return running.stream().map(AtOnce::result).toList();
    }

    /** The answer of one call; an exception is a failed assertion. */
    static <A> A answer(int number, Callable<A> call) {
        A answer;
        try {
            answer = call.call();
        } catch (Exception e) {
            throw new AssertionError("call " + number + " should have got an answer; it threw " + e, e);
        }
        if (answer == null) {
            throw new AssertionError("call " + number + " should have got an answer; it got null");
        }
        return answer;
    }

    private static <A> A result(FutureTask<A> task) {
        try {
            return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("one of many calls at once did not come back in " + PATIENCE_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while many calls ran at once", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AssertionError failed) {
                throw failed;
            }
            throw new AssertionError("one of many calls at once failed: " + e.getCause(), e.getCause());
        }
    }
}
