// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import dev.semel.Admission;
import dev.semel.Intent;
import dev.semel.spi.Timers;
import dev.semel.state.Sighting;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A retry that waits for the attempt that runs. Its group's lock guards it. */
final class Waiter {

    private final Intent intent;
    private final CompletableFuture<Admission> admission = new CompletableFuture<>();
    private Timers.@Nullable Alarm deadline;
    private @Nullable Sighting seen;
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

    /** What its own claim saw when it found the key busy. */
    void saw(Sighting sighting) {
        seen = sighting;
    }

    /** Whether a look tells of a time before this waiter's own claim: its answer came late, and is not this waiter's. */
    boolean isLaterThan(@Nullable Sighting look) {
        return look != null && seen != null && look.at().isBefore(seen.at());
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
