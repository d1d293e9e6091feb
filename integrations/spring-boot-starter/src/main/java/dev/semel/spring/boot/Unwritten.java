// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What the transaction of the current thread has not written yet. Knows neither Spring's transactions nor its handlers: either may be missing. */
final class Unwritten {

    private static final ThreadLocal<@Nullable Runnable> WRITING = new ThreadLocal<>();

    private Unwritten() {}

    /** Does something in a transaction whose pending writes are written by this. */
    static void within(Runnable writing, Callable<?> work) throws Exception {
        Runnable before = WRITING.get();
        WRITING.set(writing);
        try {
            Object unused = work.call();
        } finally {
            if (before == null) {
                WRITING.remove();
            } else {
                WRITING.set(before);
            }
        }
    }

    static boolean isPossible() {
        return WRITING.get() != null;
    }

    static void write() {
        Runnable writing = WRITING.get();
        if (writing != null) {
            writing.run();
        }
    }
}
