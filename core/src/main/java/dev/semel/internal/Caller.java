// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import org.jspecify.annotations.Nullable;

/** Whoever asked to be admitted, and may hang up before the answer comes: then nobody waits in its place any more. */
final class Caller {

    private @Nullable Runnable leave;
    private boolean gone;

    /** From now on this caller waits in a room, which it leaves like this. */
    void waits(Runnable leaving) {
        synchronized (this) {
            if (!gone) {
                leave = leaving;
                return;
            }
        }
        leaving.run();
    }

    void hangUp() {
        Runnable leaving;
        synchronized (this) {
            gone = true;
            leaving = leave;
            leave = null;
        }
        if (leaving != null) {
            leaving.run();
        }
    }
}
