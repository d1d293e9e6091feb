// SPDX-License-Identifier: Apache-2.0
package dev.semel.verification.simulation;

import dev.semel.spi.Timers;
import org.jspecify.annotations.Nullable;

/** Something that is to happen at an instant of the virtual time, in a process or outside all of them. */
final class Event implements Comparable<Event>, Timers.Alarm {

    private final long sequence;
    private final @Nullable Host host;
    private final Runnable task;
    private long nanos;
    private boolean cancelled;

    Event(long nanos, long sequence, @Nullable Host host, Runnable task) {
        this.nanos = nanos;
        this.sequence = sequence;
        this.host = host;
        this.task = task;
    }

    long nanos() {
        return nanos;
    }

    /** A process that stands still gets what came meanwhile all at once, in the order in which it came. */
    boolean isDeferred() {
        if (host == null || host.pausedUntil() <= nanos) {
            return false;
        }
        nanos = host.pausedUntil();
        return true;
    }

    boolean isDropped() {
        return cancelled || (host != null && !host.isAlive());
    }

    void run() {
        task.run();
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    @Override
    public int compareTo(Event other) {
        int byTime = Long.compare(nanos, other.nanos);
        return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
}
