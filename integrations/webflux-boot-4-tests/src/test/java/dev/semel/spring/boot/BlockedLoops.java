// SPDX-License-Identifier: Apache-2.0
package dev.semel.spring.boot;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.blockhound.BlockHound;

/** Notes each call that blocks a thread which must not be blocked: event loops and the schedulers of their like. */
final class BlockedLoops {

    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    static {
        BlockHound.builder()
                .loadIntegrations()
                // What is put into a queue waits for nobody but whoever is at the same queue, for an instant.
                .allowBlockingCallsInside("java.util.concurrent.ArrayBlockingQueue", "offer")
                .allowBlockingCallsInside("java.util.concurrent.LinkedBlockingQueue", "offer")
                .allowBlockingCallsInside("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "offer")
                // So does who begins a pool's thread, for whoever begins or ends another.
                .allowBlockingCallsInside("java.util.concurrent.ThreadPoolExecutor", "addWorker")
                .blockingMethodCallback(method -> SEEN.add(method + " on "
                        + Thread.currentThread().getName() + ": "
                        + Arrays.stream(new Throwable().getStackTrace())
                                .map(StackTraceElement::toString)
                                .filter(frame -> !frame.startsWith("reactor.blockhound"))
                                .limit(25)
                                .toList()))
                .install();
    }

    private BlockedLoops() {}

    /** Forgets what was seen so far. */
    static void watch() {
        SEEN.clear();
    }

    static List<String> seen() {
        return SEEN;
    }
}
