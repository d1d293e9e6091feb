// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Executors for those who bring none: few threads, a bounded queue, none of them while idle. */
public final class Workers {

    private static final int LONGEST_QUEUE = 10_000;

    /** Also what the late answers of a closed engine leave behind: not for long. */
    private static final int IDLE_SECONDS = 10;

    private Workers() {}

    /** Threads of this name. */
    public static Executor create(String name) {
        int threads = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor workers = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(LONGEST_QUEUE), task -> {
                    Thread made = new Thread(task, name + "-" + number.incrementAndGet());
                    made.setDaemon(true);
                    return made;
                });
        workers.allowCoreThreadTimeOut(true);
        return workers;
    }

    static void close(Executor executor) {
        if (executor instanceof ExecutorService own) {
            own.shutdown();
        }
    }
}
