// SPDX-License-Identifier: Apache-2.0
package dev.semel.http;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory all buffers together may take. Safe for use by several threads. */
final class MemoryBudget {

    private final AtomicLong left;

    MemoryBudget(long bytes) {
        this.left = new AtomicLong(bytes);
    }

    /** Takes so many bytes; false, and nothing is taken, when there are not so many left. */
    boolean take(int bytes) {
        if (left.addAndGet(-bytes) >= 0) {
            return true;
        }
        left.addAndGet(bytes);
        return false;
    }

    void giveBack(int bytes) {
        left.addAndGet(bytes);
    }

    long left() {
        return left.get();
    }
}
