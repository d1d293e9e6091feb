// SPDX-License-Identifier: Apache-2.0
package dev.semel.internal;

import java.time.Duration;

/**
 * How long an attempt's lease is certain, and when it is to be renewed, by this process's monotonic clock. The store
 * decides what the lease is; this only never believes in it for longer than the store does (R10).
 */
final class Lease {

    private static final long SHORTEST = Duration.ofMillis(1).toNanos();

    private final long length;
    private final long third;
    private final long ceiling;

    /** The lease is certain until its length has passed since the last acknowledged claim or renewal was sent. */
    private long certainUntil;

    /** When the last renewal was sent; set back after a failure, so that the next one comes sooner. */
    private long renewed;

    /** Renewals end here: at the ceiling, or a lease's length after the attempt began to end. */
    private long renewUntil;

    Lease(Duration length, Duration maxDuration, long claimSent) {
        this.length = length.toNanos();
        this.third = this.length / 3;
        this.ceiling = claimSent + maxDuration.toNanos();
        this.certainUntil = claimSent + this.length;
        this.renewed = claimSent;
        this.renewUntil = ceiling;
    }

    /** Whether the store is sure to hold the lease still. */
    synchronized boolean isCertainAt(long now) {
        return now - certainUntil < 0;
    }

    /** Whether the attempt has run for as long as its operation allows. */
    boolean isAtCeiling(long now) {
        return now - ceiling >= 0;
    }

    /** Whether there is nothing left to do for this lease: not certain, and not to be renewed any more. */
    synchronized boolean isOver(long now) {
        return now - certainUntil >= 0 && now - renewUntil >= 0;
    }

    /** Whether a renewal is due now, or so soon that it goes along with others. */
    synchronized boolean isDueAt(long now) {
        return now - renewUntil < 0 && now - renewed >= third - gap();
    }

    /** Notes that a renewal is sent, and says for how long it asks: never beyond the end of all renewals. */
    synchronized Duration renew(long now) {
        renewed = now;
        return Duration.ofNanos(Math.max(SHORTEST, Math.min(length, renewUntil - now)));
    }

    /** The store has renewed the lease for as long as was asked. */
    synchronized void confirm(long sent, Duration asked) {
        long until = sent + asked.toNanos();
        if (until - certainUntil > 0) {
            certainUntil = until;
        }
    }

    /** The store could not say: the next renewal is due after a twelfth of the lease instead of a third. */
    synchronized void renewalFailed(long now) {
        renewed = now - third + gap();
    }

    /** The attempt is ending: it is renewed for one more length at the most, whatever the store does (R17). */
    synchronized void beginEnding(long now) {
        long last = now + length;
        if (last - renewUntil < 0) {
            renewUntil = last;
        }
    }

    /** When this lease is to be looked at next: to renew it, or to say that it is not certain any more. */
    synchronized long nextLook(long now) {
        long due = renewed + third;
        boolean renews = due - renewUntil < 0;
        boolean lostFirst = now - certainUntil < 0 && certainUntil - due < 0;
        return renews && !lostFirst ? due : certainUntil;
    }

    /** Renewals that are due within this time of each other go together. */
    long gap() {
        return length / 12;
    }
}
