// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What the answer to one request takes of the memory for answers, until it has been sent. Safe for use by several threads. */
final class Room {

    private static final CompletionStage<Boolean> NOTHING_NEEDED = CompletableFuture.completedFuture(true);

    private final AnswerMemory memory;
    private long taken;
    private boolean left;

    Room(AnswerMemory memory) {
        this.memory = memory;
    }

    /** Room for so many bytes; false when there is none now. */
    boolean take(long bytes) {
        long charge = memory.charge(bytes);
        return memory.take(charge) && keep(charge);
    }

    /** What comes when the answer has been sent, or never will be, goes back at once: nobody else would give it back. */
    private boolean keep(long charge) {
        synchronized (this) {
            if (!left) {
                taken += charge;
                return true;
            }
        }
        giveBack(charge);
        return false;
    }

    private void giveBack(long charge) {
        if (charge > 0) {
            memory.giveBack(charge);
        }
    }

    /** Room for so many bytes as soon as there is; false when there was none within this time. */
    CompletionStage<Boolean> takeWithin(Duration time, long bytes) {
        if (take(bytes)) {
            return NOTHING_NEEDED;
        }
        long charge = memory.charge(bytes);
        return memory.takeWithin(time, charge).thenApply(got -> got && keep(charge));
    }

    /** Gives all of it back, and takes no more; again does nothing. */
    void leave() {
        long charge;
        synchronized (this) {
            charge = taken;
            taken = 0;
            left = true;
        }
        giveBack(charge);
    }
}
