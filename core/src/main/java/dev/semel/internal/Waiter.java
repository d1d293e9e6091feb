// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import dev.semel.Intent;
import dev.semel.spi.Timers;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A retry that waits for the attempt that runs. Its group's lock guards it. */
final class Waiter {

    private final Intent intent;
    private final CompletableFuture<Admission> admission = new CompletableFuture<>();
    private Timers.@Nullable Alarm deadline;
    private boolean overdue;

    Waiter(Intent intent) {
        this.intent = intent;
    }

    Intent intent() {
        return intent;
    }

    CompletableFuture<Admission> admission() {
        return admission;
    }

    void deadline(Timers.Alarm alarm) {
        deadline = alarm;
    }

    /** The deadline passed while this waiter was claiming: it does not wait again. */
    void overdue() {
        overdue = true;
    }

    boolean isOverdue() {
        return overdue;
    }

    void answer(Admission answer) {
        if (deadline != null) {
            deadline.cancel();
        }
        admission.complete(answer);
    }
}
